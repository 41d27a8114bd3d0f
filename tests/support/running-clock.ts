import { onTestFinished } from "vitest";

/**
 * A clock in milliseconds that a busy machine slows down: while this process has to wait for a
 * processor, so does the server, and its deadlines are late through no fault of its own.
 */
export function startRunningClock(): () => number {
  const tickMs = 20;
  let running = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    running += Math.min(now - last, 2 * tickMs);
    last = now;
  }, tickMs);
  onTestFinished(() => clearInterval(timer));
  return () => running;
}

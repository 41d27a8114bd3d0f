import { setImmediate } from "node:timers/promises";
import { createSemaphore } from "./semaphore";

/**
 * A function whose calls resolve one per turn of the event loop, so that pieces of work that block
 * it do not add up for everything else.
 */
export function createEventLoopTurns(): () => Promise<void> {
  const turns = createSemaphore({ limit: 1 });
  return () => turns.run(() => setImmediate());
}

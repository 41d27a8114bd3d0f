import type { RateLimit } from "~/config/rate-limits";

/** What the limiter says about one request; `resetSeconds` is a whole number from 1 to the window's length. */
export interface RateLimitVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface RateLimiter {
  /** Spends one point of the client's window. */
  consume(clientKey: string): RateLimitVerdict;
}

/**
 * The most clients that one limiter remembers. Past it the window that ends soonest is forgotten, so that a flood from ever
 * new addresses costs about 15 MB per limiter and not the process. Whoever owns that many networks regains their points.
 */
export const RATE_LIMITER_CAPACITY = 100_000;

interface Window {
  endsAt: number;
  used: number;
}

/**
 * A fixed-window counter in memory (specification section 8): a client's window starts with its first request and
 * resets after its duration. `now` gives milliseconds of a clock that never goes back.
 */
export function createRateLimiter(
  limit: RateLimit,
  now: () => number = () => performance.now(),
  capacity = RATE_LIMITER_CAPACITY,
): RateLimiter {
  // All windows last equally long, so insertion order is the order in which they end.
  const windows = new Map<string, Window>();
  const duration = limit.seconds * 1000;

  // A Map keeps the places of what was deleted until it grows, and passes over all of them to its first entry: so old windows go by the thousand, not one by one.
  const batch = Math.floor(capacity / 100);
  let untilSweep = batch;

  function forgetEnded(time: number): void {
    untilSweep -= 1;
    if (untilSweep > 0 && windows.size <= capacity) return;
    untilSweep = batch;
    const most = windows.size > capacity ? capacity - batch : capacity;
    for (const [key, window] of windows) {
      if (window.endsAt > time && windows.size <= most) return;
      windows.delete(key);
    }
  }

  return {
    consume(clientKey) {
      const time = now();
      let window = windows.get(clientKey);
      if (window === undefined || window.endsAt <= time) {
        windows.delete(clientKey);
        window = { endsAt: time + duration, used: 0 };
        windows.set(clientKey, window);
        forgetEnded(time);
      }
      const allowed = window.used < limit.points;
      if (allowed) window.used += 1;
      return {
        allowed,
        limit: limit.points,
        remaining: limit.points - window.used,
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - time) / 1000)),
      };
    },
  };
}

import type { RateLimit } from "~/config/rate-limits";

export interface RateLimitVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface RateLimiter {
  /** A promise where instances count together. */
  consume(clientKey: string): RateLimitVerdict | Promise<RateLimitVerdict>;
}

/** Counts in the memory of this process. */
export interface LocalRateLimiter extends RateLimiter {
  consume(clientKey: string): RateLimitVerdict;
}

/** About 15 MB per limiter. */
const RATE_LIMITER_CAPACITY = 100_000;

interface Window {
  endsAt: number;
  used: number;
}

/**
 * Counts in fixed windows (specification section 8). `now` is a monotonic clock in milliseconds.
 * Past the capacity, windows with points left are evicted first: a flood must not unblock others.
 * Ten `LRUCache`s of this capacity would allocate 28 MB at start.
 */
export function createRateLimiter(
  limit: RateLimit,
  now: () => number = () => performance.now(),
  capacity = RATE_LIMITER_CAPACITY,
): LocalRateLimiter {
  const open = new Map<string, Window>();
  const blocked = new Map<string, Window>();
  const duration = limit.seconds * 1000;

  // A Map iterates over deleted slots until it grows.
  const batch = Math.floor(capacity / 100);
  let untilSweep = batch;

  function evict(time: number): void {
    untilSweep -= 1;
    const size = open.size + blocked.size;
    if (untilSweep > 0 && size <= capacity) return;
    untilSweep = batch;
    const surplus = size > capacity ? size - capacity + batch : 0;
    const surplusBlocked = Math.max(0, Math.min(surplus, blocked.size - Math.floor(capacity / 2)));
    removeOldest(blocked, time, surplusBlocked);
    removeOldest(open, time, surplus - surplusBlocked);
  }

  return {
    consume(clientKey) {
      const time = now();
      let window = blocked.get(clientKey) ?? open.get(clientKey);
      if (window === undefined || isOver(window, time)) {
        blocked.delete(clientKey);
        open.delete(clientKey);
        window = { endsAt: time + duration, used: 0 };
        open.set(clientKey, window);
        evict(time);
      }
      const allowed = window.used < limit.points;
      if (allowed) window.used += 1;
      if (allowed && window.used === limit.points) {
        open.delete(clientKey);
        blocked.set(clientKey, window);
      }
      // `endsAt - time` may exceed the window by a rounding error.
      const seconds = Math.ceil((window.endsAt - time) / 1000);
      return {
        allowed,
        limit: limit.points,
        remaining: limit.points - window.used,
        resetSeconds: Math.min(limit.seconds, Math.max(1, seconds)),
      };
    },
  };
}

function isOver({ endsAt }: Window, time: number): boolean {
  return endsAt <= time;
}

function removeOldest(windows: Map<string, Window>, time: number, surplus: number): void {
  let left = surplus;
  for (const [key, window] of windows) {
    if (left <= 0 && !isOver(window, time)) return;
    windows.delete(key);
    left -= 1;
  }
}

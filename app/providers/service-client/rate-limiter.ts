export interface Clock {
  now(): number;
  /** Rejects on abort. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface RateLimit {
  requests: number;
  windowMs: number;
}

/** Resolves when the next request may be sent. */
export type RateLimiter = (signal?: AbortSignal) => Promise<void>;

/**
 * Waits for all (sliding) limits, one waiter after the other. Clients with the same limits share
 * one limiter; a request that two limits count, such as the service's and an account's, waits for
 * both.
 */
export function createRateLimiter(limits: readonly RateLimit[], clock: Clock): RateLimiter {
  const maxRequests = Math.max(...limits.map((limit) => limit.requests));
  const sentAt: number[] = [];
  let last: Promise<void> = Promise.resolve();

  const waitForSlot: RateLimiter = async (signal) => {
    const now = clock.now();
    const waits = limits.map(({ requests, windowMs }) => {
      const first = sentAt[sentAt.length - requests];
      return first === undefined ? 0 : first + windowMs - now;
    });
    const wait = Math.max(0, ...waits);
    if (wait > 0) await clock.sleep(wait, signal);
    sentAt.push(clock.now());
    if (sentAt.length > maxRequests) sentAt.shift();
  };
  return (signal) => {
    const slot = last.then(() => waitForSlot(signal));
    last = slot.catch(() => undefined);
    return slot;
  };
}

export interface Clock {
  now(): number;
  /** Rejects on abort. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface RateLimit {
  requests: number;
  windowMs: number;
}

export const JIKAN_RATE_LIMITS: readonly RateLimit[] = [
  { requests: 3, windowMs: 1_000 },
  { requests: 60, windowMs: 60_000 },
];

/** The result waits for all (sliding) limits. For sequential use. */
export function createRateLimiter(
  limits: readonly RateLimit[],
  clock: Clock,
): (signal?: AbortSignal) => Promise<void> {
  const maxRequests = Math.max(...limits.map((limit) => limit.requests));
  const sentAt: number[] = [];
  return async (signal) => {
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
}

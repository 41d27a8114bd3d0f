/** Time as the client needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds; never goes back. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** At most `requests` in any `windowMs` milliseconds. */
export interface PaceLimit {
  requests: number;
  windowMs: number;
}

/** What Jikan allows everyone. */
export const JIKAN_PACE: readonly PaceLimit[] = [
  { requests: 3, windowMs: 1_000 },
  { requests: 60, windowMs: 60_000 },
];

/**
 * Answers a function that resolves when the next request may be sent under all limits, and counts it as sent. Windows slide, so
 * no moment sees more than a limit allows. For requests one after the other.
 */
export function createPace(
  limits: readonly PaceLimit[],
  clock: Clock,
): (signal?: AbortSignal) => Promise<void> {
  const longest = Math.max(...limits.map((limit) => limit.requests));
  const sent: number[] = [];
  return async (signal) => {
    const now = clock.now();
    const waits = limits.map(({ requests, windowMs }) => {
      const first = sent[sent.length - requests];
      return first === undefined ? 0 : first + windowMs - now;
    });
    const wait = Math.max(0, ...waits);
    if (wait > 0) await clock.sleep(wait, signal);
    sent.push(clock.now());
    if (sent.length > longest) sent.shift();
  };
}

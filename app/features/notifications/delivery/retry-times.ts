const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after the first failed attempts: about a day in all. */
const WAITS_MS = [
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];
/** Up to this share of a wait is added at random, so that what failed together is not sent so. */
const JITTER = 0.1;

/** How often a message is sent at most. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/**
 * The time of the next attempt after this number of failed ones; null to give up. A wait that the
 * service asks for wins over a shorter one of ours.
 */
export function nextAttempt(
  attempts: number,
  now: Date,
  { retryAfterMs = null, random = Math.random }: RetryOptions = {},
): Date | null {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  const own = wait * (1 + JITTER * random());
  return new Date(now.getTime() + Math.max(own, retryAfterMs ?? 0));
}

interface RetryOptions {
  retryAfterMs?: number | null;
  /** Returns a number from 0 to 1. */
  random?: () => number;
}

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
 * The milliseconds to wait for the next attempt after this number of failed ones; null to give up.
 * A wait that the service asks for wins over a shorter one of ours.
 */
export function waitForAttempt(
  attempts: number,
  { retryAfterMs = null, random = Math.random }: RetryOptions = {},
): number | null {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (1 + JITTER * random()), retryAfterMs ?? 0));
}

interface RetryOptions {
  retryAfterMs?: number | null;
  /** Returns a number from 0 to 1. */
  random?: () => number;
}

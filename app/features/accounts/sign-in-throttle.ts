/** How long the next attempt on an account has to wait, in milliseconds, and what became of it. */
export interface SignInThrottle {
  delayFor(accountKey: string): number;
  failed(accountKey: string): void;
  succeeded(accountKey: string): void;
}

/** Attempts that cost nothing: people mistype. */
const FREE_FAILURES = 5;
/** The longest wait. It slows a guesser to a crawl and never locks the owner out. */
const LONGEST_DELAY_MS = 4_000;
/** An account is forgotten after this long without a failure. */
const FORGET_AFTER_MS = 15 * 60_000;
/** Accounts remembered at most; past it the one whose last failure is oldest is forgotten. */
const CAPACITY = 50_000;

/**
 * Slows sign-in down per account, whatever addresses the attempts come from: after five failures each further one doubles the
 * wait of the next, from 250 ms to 4 s. It counts unknown addresses like known ones, so it tells nobody which exist.
 */
export function createSignInThrottle(now: () => number = () => performance.now()): SignInThrottle {
  const failures = new Map<string, { count: number; last: number }>();
  const current = (key: string) => {
    const entry = failures.get(key);
    return entry !== undefined && now() - entry.last < FORGET_AFTER_MS ? entry.count : 0;
  };
  return {
    delayFor(key) {
      const over = current(key) - FREE_FAILURES;
      return over < 0 ? 0 : Math.min(LONGEST_DELAY_MS, 250 * 2 ** over);
    },
    failed(key) {
      const count = current(key) + 1;
      failures.delete(key);
      failures.set(key, { count, last: now() });
      const oldest = failures.size > CAPACITY ? failures.keys().next().value : undefined;
      if (oldest !== undefined) failures.delete(oldest);
    },
    succeeded(key) {
      failures.delete(key);
    },
  };
}

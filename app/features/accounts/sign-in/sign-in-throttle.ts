import { setTimeout as sleep } from "node:timers/promises";
import { Busy } from "~/errors/app-error";

/** Slows sign-in down per account, whatever addresses the attempts come from. */
export interface SignInThrottle {
  /**
   * Lets an attempt on an account wait for its turn, and answers the function that says what became of it. Throws `Busy` when too many attempts of the
   * same client on the same account wait already.
   */
  enter(accountKey: string, clientKey: string): Promise<(outcome: AttemptOutcome) => void>;
}

/** `unknown`: the attempt was not decided, as when the database is away. It counts for nothing. */
export type AttemptOutcome = "succeeded" | "failed" | "unknown";

interface Options {
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Waits; tests replace it. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** Attempts that cost nothing: people mistype. */
const FREE_FAILURES = 5;
/** What each further one waits. Hardly felt by a person, and the sum of a hundred still fits into the limiter's minute. */
const SHORT_DELAY_MS = 200;
/** From here on somebody guesses (NIST SP 800-63B 5.2.2 allows no more than a hundred). */
const MANY_FAILURES = 100;
/** The longest wait. It slows a guesser to a crawl and never locks the owner out. */
const LONGEST_DELAY_MS = 4_000;
/** An account is forgotten after this long without a failure. */
const FORGET_AFTER_MS = 15 * 60_000;
/** Accounts remembered at most; past it the one whose last failure is oldest is forgotten. */
const CAPACITY = 50_000;
/** Attempts of one client on one account that may wait for each other. */
const LONGEST_LINE = 5;
const RETRY_AFTER_SECONDS = 10;

/** How long an attempt waits that has so many failures before it. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return failures < MANY_FAILURES
    ? SHORT_DELAY_MS
    : Math.min(LONGEST_DELAY_MS, SHORT_DELAY_MS * 2 ** Math.min(10, 1 + failures - MANY_FAILURES));
}

/**
 * A throttle that counts failures per account. Attempts that are still under way count as failures, so that sending them all at once wins nothing. Past a hundred
 * failures each client's attempts on the account stand in a line, one after the other: many clients cannot make the owner wait for longer than one turn. Unknown
 * addresses count like known ones, so it tells nobody which exist.
 */
export function createSignInThrottle({
  now = () => performance.now(),
  wait = sleep,
}: Options = {}): SignInThrottle {
  const failures = new Map<string, { count: number; last: number }>();
  const underWay = new Map<string, number>();
  const lines = new Map<string, { length: number; tail: Promise<void> }>();

  const failed = (key: string) => {
    const entry = failures.get(key);
    return entry !== undefined && now() - entry.last < FORGET_AFTER_MS ? entry.count : 0;
  };
  const remember = (key: string) => {
    const count = failed(key) + 1;
    failures.delete(key);
    failures.set(key, { count, last: now() });
    const oldest = failures.size > CAPACITY ? failures.keys().next().value : undefined;
    if (oldest !== undefined) failures.delete(oldest);
  };
  const add = (key: string, change: number) => {
    const count = (underWay.get(key) ?? 0) + change;
    if (count === 0) underWay.delete(key);
    else underWay.set(key, count);
    return count;
  };

  /** Stands in the client's line until the attempts before it are over. Answers what ends its own turn. */
  async function standInLine(key: string): Promise<() => void> {
    const line = lines.get(key) ?? { length: 0, tail: Promise.resolve() };
    if (line.length >= LONGEST_LINE)
      throw new Busy(
        "There have been too many attempts on this account. Wait a moment and try again.",
        RETRY_AFTER_SECONDS,
      );
    lines.set(key, line);
    line.length += 1;
    const before = line.tail;
    let leave: () => void = () => undefined;
    line.tail = new Promise((resolve) => (leave = resolve));
    await before;
    return () => {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
      leave();
    };
  }

  return {
    async enter(accountKey, clientKey) {
      const leave =
        failed(accountKey) < MANY_FAILURES
          ? undefined
          : await standInLine(`${clientKey} ${accountKey}`);
      const before = failed(accountKey) + add(accountKey, 1) - 1;
      const delay = delayAfter(before);
      if (delay > 0) await wait(delay);
      return (outcome) => {
        add(accountKey, -1);
        if (outcome === "succeeded") failures.delete(accountKey);
        if (outcome === "failed") remember(accountKey);
        leave?.();
      };
    },
  };
}

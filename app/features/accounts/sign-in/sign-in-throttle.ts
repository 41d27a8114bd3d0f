import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { createKeyedMutex } from "~/concurrency/keyed-mutex";
import { Busy } from "~/errors/app-error";

export interface SignInThrottle {
  /**
   * Delays an attempt; call the returned function with its outcome. Throws `Busy` when the client
   * has too many queued attempts on the account.
   */
  enter(accountKey: string, clientKey: string): Promise<(outcome: AttemptOutcome) => void>;
}

/** `unknown`, such as after a database error, does not count. */
export type AttemptOutcome = "succeeded" | "failed" | "unknown";

interface Options {
  now?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
}

const FREE_FAILURES = 5;
/** Hardly noticeable, and a hundred fit into the rate limit's minute. */
const SHORT_DELAY_MS = 200;
/** NIST SP 800-63B section 5.2.2. */
const MANY_FAILURES = 100;
/** Slows guessing down without locking the user out. */
const MAX_DELAY_MS = 4_000;
const FAILURES_TTL_MS = 15 * 60_000;
/** Beyond it the account with the oldest last failure is evicted. */
const MAX_ACCOUNTS = 50_000;
const MAX_QUEUED_ATTEMPTS = 4;
const RETRY_AFTER_SECONDS = 10;

export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return failures < MANY_FAILURES
    ? SHORT_DELAY_MS
    : Math.min(MAX_DELAY_MS, SHORT_DELAY_MS * 2 ** Math.min(10, 1 + failures - MANY_FAILURES));
}

/**
 * Concurrent attempts count as failures until they finish. Beyond `MANY_FAILURES` each client's
 * attempts on an account run one at a time, so other clients delay the user by one attempt at most.
 * Unknown email addresses count too, so the delay does not reveal accounts.
 */
export function createSignInThrottle({
  now = () => performance.now(),
  wait = sleep,
}: Options = {}): SignInThrottle {
  const failures = new LRUCache<string, { count: number; last: number }>({ max: MAX_ACCOUNTS });
  const underWay = new Map<string, number>();
  const attempts = createKeyedMutex({
    maxQueue: MAX_QUEUED_ATTEMPTS,
    busy: () => new Busy("account.throttled", RETRY_AFTER_SECONDS),
  });

  const failed = (key: string) => {
    const entry = failures.peek(key);
    return entry !== undefined && now() - entry.last < FAILURES_TTL_MS ? entry.count : 0;
  };
  const recordFailure = (key: string) => {
    failures.set(key, { count: failed(key) + 1, last: now() });
  };
  const add = (key: string, change: number) => {
    const count = (underWay.get(key) ?? 0) + change;
    if (count === 0) underWay.delete(key);
    else underWay.set(key, count);
    return count;
  };

  return {
    async enter(accountKey, clientKey) {
      const leave =
        failed(accountKey) < MANY_FAILURES
          ? undefined
          : await attempts.acquire(`${clientKey} ${accountKey}`);
      const before = failed(accountKey) + add(accountKey, 1) - 1;
      const delay = delayAfter(before);
      if (delay > 0) await wait(delay);
      return (outcome) => {
        add(accountKey, -1);
        if (outcome === "succeeded") failures.delete(accountKey);
        if (outcome === "failed") recordFailure(accountKey);
        leave?.();
      };
    },
  };
}

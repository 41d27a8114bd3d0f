import { setTimeout as sleep } from "node:timers/promises";
import { createKeyedMutex } from "~/concurrency/keyed-mutex";
import { Busy } from "~/errors/app-error";
import { createFailureCounts, type AttemptOutcome, type FailureCounts } from "./failure-counts";

export interface SignInThrottle {
  /**
   * Delays an attempt; call the returned function with its outcome. Throws `Busy` when the client
   * has too many queued attempts on the account.
   */
  enter(
    accountKey: string,
    clientKey: string,
  ): Promise<(outcome: AttemptOutcome) => void | Promise<void>>;
}

interface Options {
  counts?: FailureCounts;
  wait?: (milliseconds: number) => Promise<unknown>;
}

const FREE_FAILURES = 5;
/** Hardly noticeable, and a hundred fit into the rate limit's minute. */
const SHORT_DELAY_MS = 200;
/** NIST SP 800-63B section 5.2.2. */
const MANY_FAILURES = 100;
/** Slows guessing down without locking the user out. */
const MAX_DELAY_MS = 4_000;
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
  counts = createFailureCounts(),
  wait = sleep,
}: Options = {}): SignInThrottle {
  const attempts = createKeyedMutex({
    maxQueue: MAX_QUEUED_ATTEMPTS,
    busy: () => new Busy("account.throttled", RETRY_AFTER_SECONDS),
  });

  return {
    async enter(accountKey, clientKey) {
      const leave =
        (await counts.read(accountKey)) < MANY_FAILURES
          ? undefined
          : await attempts.acquire(`${clientKey} ${accountKey}`);
      const delay = delayAfter(await counts.begin(accountKey));
      if (delay > 0) await wait(delay);
      return (outcome) => {
        const ended = counts.end(accountKey, outcome);
        leave?.();
        return ended;
      };
    },
  };
}

import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";

/** `unknown`, such as after a database error, does not count. */
export type AttemptOutcome = "succeeded" | "failed" | "unknown";

/** Failed attempts per account; a success or fifteen minutes without one end them. */
export interface FailureCounts {
  read(accountKey: string): number | Promise<number>;
  /** Counts the attempt as a failure until it ends; returns the count before it. */
  begin(accountKey: string): number | Promise<number>;
  end(accountKey: string, outcome: AttemptOutcome): void | Promise<void>;
}

/** Counts in the memory of this process. */
export interface LocalFailureCounts extends FailureCounts {
  read(accountKey: string): number;
  begin(accountKey: string): number;
  end(accountKey: string, outcome: AttemptOutcome): void;
  /** What all instances have counted. */
  set(accountKey: string, count: number): void;
}

export const FAILURES_TTL_MS = 15 * 60_000;
/** Bytes of some 50,000 accounts; then the one with the oldest last failure is evicted. */
const MAX_BYTES = 16 * 1024 * 1024;

/** `now` is a monotonic clock in milliseconds. */
export function createFailureCounts(
  now: () => number = () => performance.now(),
): LocalFailureCounts {
  const failures = new LRUCache<string, { count: number; last: number }>(smallValues(MAX_BYTES));
  const underWay = new Map<string, number>();

  const read = (key: string) => {
    const entry = failures.peek(key);
    return entry !== undefined && now() - entry.last < FAILURES_TTL_MS ? entry.count : 0;
  };
  const set = (key: string, count: number) => {
    failures.set(key, { count, last: now() });
  };
  const add = (key: string, change: number) => {
    const count = (underWay.get(key) ?? 0) + change;
    if (count === 0) underWay.delete(key);
    else underWay.set(key, count);
    return count;
  };
  return {
    read,
    set,
    begin: (key) => read(key) + add(key, 1) - 1,
    end(key, outcome) {
      add(key, -1);
      if (outcome === "succeeded") failures.delete(key);
      if (outcome === "failed") set(key, read(key) + 1);
    },
  };
}

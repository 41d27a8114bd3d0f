import { createHash } from "node:crypto";
import type { LimitStore } from "~/providers/limits/limit-store.server";
import { FAILURES_TTL_MS, type FailureCounts, type LocalFailureCounts } from "./failure-counts";

/**
 * Failures on all instances. `local` follows, so that the slow-down stays while the store is away,
 * and when it has come back empty.
 */
export function createSharedFailureCounts(
  store: LimitStore,
  local: LocalFailureCounts,
): FailureCounts {
  return {
    async read(accountKey) {
      const text = await store.ask(
        async ({ client }) => (await client.get(keyOf(accountKey))) ?? NOT_STORED,
      );
      return text === null || text === NOT_STORED ? local.read(accountKey) : toCount(text);
    },
    async begin(accountKey) {
      const ownCount = local.begin(accountKey);
      const key = keyOf(accountKey);
      const before = await store.ask(async ({ client }) => {
        const [stored] = await client
          .multi()
          .get(key)
          .incr(key)
          .pExpire(key, FAILURES_TTL_MS)
          .exec();
        if (stored !== null) return toCount(stored);
        if (ownCount > 0) await client.incrBy(key, ownCount);
        return ownCount;
      });
      if (before === null) return ownCount;
      if (before !== local.read(accountKey)) local.set(accountKey, before);
      return before;
    },
    async end(accountKey, outcome) {
      local.end(accountKey, outcome);
      const key = keyOf(accountKey);
      // The count is set to zero instead of deleted: a missing one may also be lost.
      if (outcome === "succeeded")
        await store.ask(({ client }) => client.set(key, "0", { PX: FAILURES_TTL_MS }));
      if (outcome === "unknown")
        await store.ask(({ client }) =>
          client.multi().decr(key).pExpire(key, FAILURES_TTL_MS).exec(),
        );
    },
  };
}

const NOT_STORED = "";

/** Hashes the account's key, so that email addresses stay in the database. */
function keyOf(accountKey: string): string {
  return `akari:failures:${createHash("sha256").update(accountKey).digest("base64url")}`;
}

/** A stored count is below zero after a success beside attempts without a verdict. */
function toCount(reply: unknown): number {
  return Math.max(0, Number(reply));
}

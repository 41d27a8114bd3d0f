import { createWakeableLoop } from "~/concurrency/wakeable-loop";
import { rootErrorMessage } from "~/errors/error-message";
import { purgeChanges } from "~/features/catalog/changes/purge-changes.server";
import type { Log } from "~/observability/log.server";
import type { Purge } from "~/providers/cdn/purge.server";
import type { DatabaseClient } from "~db/client.server";

interface CachePurgeOptions {
  /** A purge holds a transaction open. */
  database: Pick<DatabaseClient, "db">;
  purge: Purge;
  log: Log;
  settleMs?: number;
  lookMs?: number;
  retryMs?: number;
  repeatMs?: number;
}

/** Several changes at once are one purge. */
const SETTLE_MS = 100;
/** Without a notification, and for repeated purges. */
const LOOK_MS = 10_000;
/** Doubled with each failure. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;
/** Below the time in which the whole process has to stop. */
const MAX_STOP_MS = 2_000;

/** Purges a cache in front of the site of what has changed, until it is stopped. */
export function startCachePurge({
  database,
  purge,
  log,
  settleMs = SETTLE_MS,
  lookMs = LOOK_MS,
  retryMs = RETRY_MS,
  repeatMs,
}: CachePurgeOptions): { wake(): void; stop(): Promise<void> } {
  const loop = createWakeableLoop();
  const { stopping } = loop;

  const run = async () => {
    let failures = 0;
    while (!stopping.aborted) {
      const wake = loop.nextWake();
      try {
        const purged = await purgeChanges(database.db, (keys) => purge(keys, stopping), repeatMs);
        if (failures > 0) log.info({ purged }, "the cache in front is purged again");
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1 && !stopping.aborted)
          log.warn({ err: rootErrorMessage(error) }, "the cache in front could not be purged");
      }
      if (failures === 0) {
        await loop.sleep(lookMs, wake);
        await loop.sleep(settleMs);
      } else await loop.sleep(Math.min(retryMs * 2 ** (failures - 1), MAX_RETRY_MS));
    }
  };

  const running = run();
  return { wake: () => loop.wake(), stop: () => loop.stop(running, MAX_STOP_MS) };
}

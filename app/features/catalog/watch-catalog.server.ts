import { createWakeableLoop } from "~/concurrency/wakeable-loop";
import type { DatabaseClient } from "~db/client.server";
import { CATALOG_CHANNEL } from "./catalog-version.server";

/** Milliseconds between looks without a notification, since poolers drop those. */
const POLL_INTERVAL_MS = 20_000;
const MAX_STOP_MS = 1_000;

interface WatchOptions {
  database: Pick<DatabaseClient, "sql" | "listen">;
  onChange: () => void;
  pollIntervalMs?: number;
}

/** Compares the version on reconnect. */
export function watchCatalog({
  database,
  onChange,
  pollIntervalMs = POLL_INTERVAL_MS,
}: WatchOptions): {
  stop(): Promise<void>;
} {
  let lastVersion: string | null = null;

  const poll = async (): Promise<void> => {
    const [state] = await database.sql<
      { version: string }[]
    >`SELECT version::text FROM catalog_state WHERE id = 1`;
    const version = state?.version ?? "0";
    if (version !== lastVersion) onChange();
    lastVersion = version;
  };
  const loop = createWakeableLoop();
  // One at a time: a version that is read first and arrives last would be a change, and back.
  const keepPolling = async (): Promise<void> => {
    let wake = loop.nextWake();
    for (;;) {
      await loop.sleep(pollIntervalMs, wake);
      if (loop.stopping.aborted) return;
      wake = loop.nextWake();
      await poll().catch(() => undefined);
    }
  };
  const polling = keepPolling();
  const listening = database.listen(CATALOG_CHANNEL, {
    onNotify: (version) => {
      onChange();
      lastVersion = version;
    },
    onListening: () => loop.wake(),
  });
  return {
    async stop() {
      await Promise.all([loop.stop(polling, MAX_STOP_MS), listening.stop()]);
    },
  };
}

import type { DatabaseClient } from "~db/client.server";
import { CATALOG_CHANNEL } from "./catalog-version.server";

/** Poolers drop notifications. */
const POLL_INTERVAL_MS = 20_000;

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
  const pollQuietly = (): void => {
    poll().catch(() => undefined);
  };

  const listening = database.listen(CATALOG_CHANNEL, {
    onNotify: (version) => {
      onChange();
      lastVersion = version;
    },
    onListening: pollQuietly,
  });
  const timer = setInterval(pollQuietly, pollIntervalMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await listening.stop();
    },
  };
}

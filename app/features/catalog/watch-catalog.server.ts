import type { DatabaseClient } from "~db/client.server";
import { CATALOG_CHANGED } from "./import/catalog-version.server";

/** How often the version is read even when no notification came, for connections through a pooler that drops those. */
const LOOK_EVERY_MS = 20_000;

interface Watch {
  database: Pick<DatabaseClient, "sql" | "listen">;
  /** Called when the catalog may have changed since the last call. */
  onChange: () => void;
  lookEveryMs?: number;
}

/**
 * Tells when the catalog changes, whoever changes it: by notification within moments, and by looking at the version where
 * notifications were lost. A database that is away changes nothing; on its return the version is compared.
 */
export function watchCatalog({ database, onChange, lookEveryMs = LOOK_EVERY_MS }: Watch): {
  stop(): Promise<void>;
} {
  let seen: string | null = null;

  const look = async (): Promise<void> => {
    const [state] = await database.sql<
      { version: string }[]
    >`select version::text from catalog_state where id = 1`;
    const version = state?.version ?? "0";
    if (version !== seen) onChange();
    seen = version;
  };
  const lookAgain = (): void => {
    look().catch(() => undefined);
  };

  const listening = database.listen(CATALOG_CHANGED, {
    onNotify: (version) => {
      onChange();
      seen = version;
    },
    onListening: lookAgain,
  });
  const timer = setInterval(lookAgain, lookEveryMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await listening.stop();
    },
  };
}

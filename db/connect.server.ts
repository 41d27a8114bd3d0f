import type { Config } from "~/config/config.server";
import {
  openDatabase,
  type DatabaseClient,
  type DatabaseClientOptions,
  type DatabaseTarget,
} from "./client.server";
import { startEmbeddedPostgres } from "./embedded.server";

export interface ConnectedDatabase extends DatabaseClient {
  /** What was connected to: for those who need a connection of another kind, such as migrations. */
  target: DatabaseTarget;
  /** Closes the pool, and stops the embedded database if this process was the last one that used it. */
  close(): Promise<void>;
}

export interface ConnectOptions extends DatabaseClientOptions {
  /** Hears what the embedded database has to say. */
  log: (message: string) => void;
}

/**
 * Opens the database that the settings name: `DATABASE_URL`, or the embedded one, which is started unless a running app has
 * started it already. Throws `EmbeddedPostgresError` with one sentence for people when the embedded one cannot be had.
 */
export async function connectDatabase(
  config: Pick<Config, "database" | "dataDir">,
  options: ConnectOptions,
): Promise<ConnectedDatabase> {
  const embedded =
    config.database.url === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: options.log })
      : null;
  const target: DatabaseTarget = embedded?.options ?? config.database.url ?? "";
  const client = openDatabase(target, { poolSize: config.database.poolSize, ...options });
  return {
    ...client,
    target,
    async close() {
      await client.close();
      await embedded?.stop();
    },
  };
}

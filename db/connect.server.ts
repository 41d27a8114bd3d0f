import type { Config } from "~/config/config.server";
import {
  openDatabase,
  type DatabaseClient,
  type DatabaseClientOptions,
  type DatabaseTarget,
} from "./client.server";
import type { DatabaseLog } from "./embedded/log";
import { startEmbeddedPostgres } from "./embedded.server";

export interface ConnectedDatabase extends DatabaseClient {
  target: DatabaseTarget;
  /** Closes the client, and the embedded server unless others use it. */
  close(): Promise<void>;
}

export interface ConnectOptions extends DatabaseClientOptions {
  log: DatabaseLog;
  isUpgrade?: boolean;
}

/** The database itself, without a pooler, or the embedded one. Throws `EmbeddedPostgresError`. */
export async function connectDatabase(
  config: Pick<Config, "database" | "dataDir">,
  { log, isUpgrade = false, ...options }: ConnectOptions,
): Promise<ConnectedDatabase> {
  const embedded =
    config.database.remote === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log, isUpgrade })
      : null;
  const { direct, remote } = config.database;
  const target: DatabaseTarget = embedded?.options ?? direct ?? remote ?? "";
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

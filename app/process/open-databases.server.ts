import type { Config } from "~/config/config.server";
import type { Log } from "~/observability/log.server";
import { createStatementObserver } from "~/observability/statement-observer.server";
import { openDatabase, type DatabaseClient, type DatabaseTarget } from "~db/client.server";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "~db/embedded.server";
import type { ShutdownStack } from "./shutdown-stack.server";

/** The pools of a process by what they are for. They connect on use. */
export interface ProcessDatabases {
  /** Serves requests, with time limits. */
  requests: DatabaseClient;
  /** Serves the start, which migrates. */
  setup: DatabaseClient;
  jobs: DatabaseClient;
  /** Leads to the database itself, past a pooler. */
  target: DatabaseTarget;
}

/** One for the worker's lock, one for each run that may be at work, and some for a second one. */
const JOB_CONNECTIONS = 9;

/** Starts the database of the data folder. Null where another one is set. */
export async function openEmbedded(
  { database, dataDir }: Config,
  log: Log,
  shutdown: ShutdownStack,
): Promise<EmbeddedPostgres | null> {
  if (database.remote !== null) return null;
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: (message, kind) => (kind === "detail" ? log.info(message) : log.warn(message)),
  });
  shutdown.add({ "embedded database": () => embedded.stop() });
  return embedded;
}

interface PoolOptions {
  config: Config;
  embedded: EmbeddedPostgres | null;
  isTracing: boolean;
  log: Log;
  shutdown: ShutdownStack;
}

/** Opens the pools to the embedded database, or to the one that is set. */
export function openPools({
  config: { database, log: logSettings },
  embedded,
  isTracing,
  log,
  shutdown,
}: PoolOptions): ProcessDatabases {
  const { direct, remote, poolSize } = database;
  const target: DatabaseTarget = embedded?.options ?? direct ?? remote ?? "";
  const openUnlimited = (applicationName: string, size: number) =>
    openDatabase(target, { poolSize: size, applicationName, timeouts: null });
  const databases = {
    requests: openDatabase(embedded?.options ?? remote ?? "", {
      directTarget: direct,
      poolSize,
      observe: createStatementObserver({ slowQueryMs: logSettings.slowQueryMs, log, isTracing }),
    }),
    setup: openUnlimited("akari-setup", 1),
    jobs: openUnlimited("akari-jobs", JOB_CONNECTIONS),
  };
  shutdown.add({
    "pool of requests": () => databases.requests.close(),
    "pool of the start": () => databases.setup.close(),
    "pool of jobs": () => databases.jobs.close(),
  });
  return { ...databases, target };
}

import { existsSync, realpathSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { akariCommand } from "~/config/command";
import { createDataFolder } from "~/config/data-folder";
import { errorCode } from "~/errors/error-code";
import { ensureUsableBinaries } from "./embedded/binaries.server";
import {
  type ClusterContext,
  createCluster,
  DATABASE,
  hasCluster,
  replacePassword,
  ROLE,
  readPassword,
  setAsideOlderCluster,
  takeOwnership,
} from "./embedded/cluster.server";
import { EmbeddedPostgresError, toEmbeddedError } from "./embedded/error.server";
import { createInitFiles } from "./embedded/init-files.server";
import { countClients, registerClient, withLock, withLockIfWritable } from "./embedded/lock.server";
import { recordFolder, requireOwnFolder } from "./embedded/folder-record.server";
import type { DatabaseLog } from "./embedded/log";
import { filesIn, choosePlacement } from "./embedded/placement.server";
import {
  truncateLog,
  type Endpoint,
  type Postmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
  waitUntilEnded,
  waitUntilReady,
} from "./embedded/postmaster.server";

export { EmbeddedPostgresError, toEmbeddedError };

export interface EmbeddedPostgres {
  /** `host` may be a socket's folder; `user` is no superuser. */
  options: { host: string; port: number; user: string; password: string; database: string };
  /** Whether this call started the server. */
  owned: boolean;
  /** Stops the server unless another Akari process uses it. Close the own pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is in `<dataDir>/postgres`, or where `<dataDir>/postgres.shelter` points. */
  dataDir: string;
  log: DatabaseLog;
  /** Set during an upgrade, when no other process may start the database. */
  isUpgrade?: boolean;
  /** The limit of the server, if this call starts it. */
  maxConnections?: number;
}

/** The connections suffice for a few processes, and take little memory. */
const MAX_CONNECTIONS = 60;

const RESTART_DELAYS_MS = [100, 500, 1000, 2000, 5000, 15_000];
const LOG_CHECK_INTERVAL_MS = 60_000;
const INIT_FILES_INTERVAL_MS = 1_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const RETRY_INTERVAL_MS = 50;

/**
 * Starts or joins it, and restarts a crashed one at its endpoint. Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  isUpgrade = false,
  maxConnections = MAX_CONNECTIONS,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    createFolder(dataDir);
    const files = filesIn(realpathSync(dataDir));
    return await withLock(files.lock, log, async () => {
      if (!isUpgrade && existsSync(files.upgrade))
        throw new EmbeddedPostgresError(
          `The upgrade of the database has not finished: run ${akariCommand("db upgrade <backup>")} again.`,
        );
      const unregister = registerClient(files.clients);
      try {
        const { postmaster, context } = await ensureRunning({ files, log, maxConnections });
        return supervise(postmaster, context, unregister);
      } catch (error) {
        unregister();
        throw error;
      }
    });
  } catch (error) {
    throw toEmbeddedError(error, dataDir);
  }
}

/**
 * Begins an upgrade to the major version of the binaries: moves the older cluster aside and returns
 * where it is. A call after an interruption continues. Throws `EmbeddedPostgresError`.
 */
export async function beginUpgrade({ dataDir, log }: EmbeddedPostgresOptions): Promise<string> {
  const files = filesIn(realpathSync(dataDir));
  return withLock(files.lock, log, () => {
    const { data } = choosePlacement(files, log);
    if (runningPostmaster(data) !== null)
      throw new EmbeddedPostgresError(`The database in ${data} is running: stop Akari first.`);
    return Promise.resolve(setAsideOlderCluster(data, files));
  });
}

export function finishUpgrade(dataDir: string): void {
  rmSync(filesIn(realpathSync(dataDir)).upgrade, { force: true });
}

function createFolder(path: string): void {
  try {
    createDataFolder(path);
  } catch (error) {
    // Node's code for EROFS here.
    const isReadOnly = errorCode(error) === "ENOENT";
    throw isReadOnly
      ? new EmbeddedPostgresError(
          `The folder ${path} cannot be created: set DATA_DIR to a writable folder.`,
          { cause: error },
        )
      : error;
  }
}

async function ensureRunning(
  { files, log, maxConnections }: Pick<ClusterContext, "files" | "log" | "maxConnections">,
  endpoint: Endpoint | null = null,
) {
  // First, since a copy may also have other owners, of which later errors speak.
  if (runningPostmaster(files.data) === null) await requireOwnFolder(files);
  const { data, account, shelter } = choosePlacement(files, log);
  const native = ensureUsableBinaries(
    account,
    account === null ? () => `${files.data}.native` : shelter,
    log,
  );
  const context: ClusterContext = { files, data, native, account, maxConnections, log };
  const present = hasCluster(data);

  const running = present ? runningPostmaster(data) : null;
  if (running !== null) {
    if (readPassword(files) !== null && (await waitUntilReady(running, data, log))) {
      log(`Joining the running database (process ${running.pid}).`, "detail");
      await waitUntilResponding(running, context);
      return { postmaster: running, context };
    }
    await stopPostmaster(running);
  }
  if (!present) await createCluster(context);
  takeOwnership(data, account);
  if (readPassword(files) === null) await replacePassword(context);
  const postmaster = await startPostmaster(context, endpoint);
  try {
    await waitUntilResponding(postmaster, context);
    recordFolder(files);
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error;
  }
  return { postmaster, context };
}

function connectionOptions({ host, port }: Endpoint, { files }: ClusterContext) {
  return { host, port, user: ROLE, password: readPassword(files) ?? "", database: DATABASE };
}

function probe(endpoint: Endpoint, context: ClusterContext) {
  return postgres({
    ...connectionOptions(endpoint, context),
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    connection: { application_name: "embedded-runner" },
  });
}

function isConnectionLost(error: unknown): boolean {
  return ["ECONNRESET", "ECONNREFUSED", "CONNECTION_CLOSED", "57P03"].includes(errorCode(error));
}

/** Waits for a query to succeed, since the first connections after a recovery are reset. */
async function waitUntilResponding(endpoint: Endpoint, context: ClusterContext): Promise<void> {
  const deadline = Date.now() + RESPONSE_TIMEOUT_MS;
  const sql = probe(endpoint, context);
  try {
    for (;;) {
      const failure = await sql`SELECT 1`.then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure === null) return;
      if (!isConnectionLost(failure.error) || Date.now() > deadline) throw failure.error;
      await pause(RETRY_INTERVAL_MS);
    }
  } catch (cause) {
    const { files, data } = context;
    const refused = errorCode(cause) === "28P01";
    throw new EmbeddedPostgresError(
      refused
        ? `The database in ${data} refuses the password in ${files.password}: delete that file, stop Akari, and start it again to set a new one.`
        : `The database in ${data} runs but does not respond: see ${files.log}.`,
      { cause },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function readDatabaseId(endpoint: Endpoint, context: ClusterContext): Promise<string> {
  const sql = probe(endpoint, context);
  try {
    const [row] = await sql<{ id: string }[]>`
      SELECT oid::text AS id FROM pg_database WHERE datname = current_database()`;
    return row?.id ?? "";
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A closed pool leaves pg_stat_activity late. */
async function hasOtherClients(endpoint: Endpoint, context: ClusterContext): Promise<boolean> {
  const sql = probe(endpoint, context);
  try {
    for (let attempt = 0; attempt < 60; attempt++) {
      const [row] = await sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'akari%'`;
      if (row?.count === 0) return false;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function supervise(
  started: Postmaster,
  context: ClusterContext,
  unregister: () => void,
): EmbeddedPostgres {
  const { files, log } = context;
  const endpoint: Endpoint = { host: started.host, port: started.port };
  let current = started;
  let stopping: Promise<void> | null = null;
  const initFiles = createInitFiles({
    data: context.data,
    connect: () => readDatabaseId(endpoint, context),
  });
  initFiles.putAside();
  const logCheck = setInterval(() => {
    truncateLog(files.log);
    initFiles.putAside();
  }, LOG_CHECK_INTERVAL_MS).unref();
  const initCheck = setInterval(() => void initFiles.check(), INIT_FILES_INTERVAL_MS).unref();

  const keepRunning = async () => {
    for (let failures = 0; stopping === null;) {
      await waitUntilEnded(current);
      if (stopping !== null) return;
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)];
      log(`The database ended unexpectedly: restarting it in ${delay} ms.`);
      await new Promise((resolve) => setTimeout(resolve, delay));
      try {
        await withLock(files.lock, log, async () => {
          if (stopping === null) current = (await ensureRunning(context, endpoint)).postmaster;
        });
        failures = 0;
        log("The database is running again.", "detail");
      } catch (error) {
        failures++;
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  void keepRunning();

  const stop = async () => {
    clearInterval(logCheck);
    clearInterval(initCheck);
    await withLockIfWritable(files.lock, log, async () => {
      unregister();
      const running = runningPostmaster(context.data);
      if (running === null) return;
      if (countClients(files.clients) > 0 || (await hasOtherClients(running, context))) {
        log("Leaving the database running: another Akari process uses it.", "detail");
      } else if (!(await stopPostmaster(running))) {
        log(
          `The database (process ${running.pid}) does not stop: it will be joined at the next start.`,
        );
      }
    });
  };
  return {
    options: connectionOptions(endpoint, context),
    owned: started.child !== null,
    stop: () => (stopping ??= stop()),
  };
}

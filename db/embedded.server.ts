import { mkdirSync, realpathSync } from "node:fs";
import postgres from "postgres";
import { errorCode } from "~/errors/error-code";
import { usableBinaries } from "./embedded/binaries.server";
import {
  type ClusterContext,
  createCluster,
  DATABASE,
  holdsCluster,
  replacePassword,
  ROLE,
  storedPassword,
  takeOwnership,
} from "./embedded/cluster.server";
import { EmbeddedPostgresError, explained } from "./embedded/error.server";
import { countClients, registerClient, withLock } from "./embedded/lock.server";
import { type Files, filesIn, place } from "./embedded/placement.server";
import {
  boundLog,
  type Endpoint,
  type Postmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
  untilEnded,
  untilReady,
} from "./embedded/postmaster.server";

export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** Connection options for postgres.js. `host` is a folder when the server listens on a unix socket; `user` is no superuser. */
  options: { host: string; port: number; user: string; password: string; database: string };
  /** True when this call started the server, false when it joined one that ran already. */
  owned: boolean;
  /** Stops the server, unless another Akari process on this machine uses it: the last one does. Close the own pool first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** DATA_DIR. The database lies in `<dataDir>/postgres`, or where `<dataDir>/postgres.shelter` says. */
  dataDir: string;
  log: (message: string) => void;
}

const RESTART_DELAYS_MS = [100, 500, 1000, 2000, 5000, 15_000];
const LOG_CHECK_MS = 60_000;

/**
 * Starts PostgreSQL on the data folder, or joins the server that runs on it (a second process, or one whose application was killed),
 * and waits until it answers. A server that ends unexpectedly is started again at the same address.
 * Throws `EmbeddedPostgresError` with one sentence for people when the machine or the folder does not allow it.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    makeFolder(dataDir);
    const files = filesIn(realpathSync(dataDir));
    return await withLock(files.lock, log, async () => {
      const { postmaster, context } = await ensureRunning(files, log);
      return supervise(postmaster, context, registerClient(files.clients));
    });
  } catch (error) {
    throw explained(error, dataDir);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    // Node says ENOENT here where the system says EROFS.
    const unexplained = errorCode(error) === "ENOENT";
    throw unexplained
      ? new EmbeddedPostgresError(
          `The folder ${path} cannot be made: set DATA_DIR to a writable folder.`,
          { cause: error },
        )
      : error;
  }
}

/** Finds or starts the server. The caller holds the lock. */
async function ensureRunning(
  files: Files,
  log: (message: string) => void,
  wanted: Endpoint | null = null,
) {
  const { data, account, shelter } = place(files, log);
  const native = usableBinaries(
    account,
    account === null ? () => `${files.data}.native` : shelter,
    log,
  );
  const context: ClusterContext = { files, data, native, account, log };
  const present = holdsCluster(data);

  const running = present ? runningPostmaster(data) : null;
  if (running !== null) {
    if (storedPassword(files) !== null && (await untilReady(running, data, log))) {
      log(`Joining the database that runs already (process ${running.pid}).`);
      await untilAnswers(running, context);
      return { postmaster: running, context };
    }
    await stopPostmaster(running);
  }
  if (!present) await createCluster(context);
  takeOwnership(data, account);
  if (storedPassword(files) === null) await replacePassword(context);
  const postmaster = await startPostmaster(context, wanted);
  await untilAnswers(postmaster, context);
  return { postmaster, context };
}

function connectionOptions({ host, port }: Endpoint, { files }: ClusterContext) {
  return { host, port, user: ROLE, password: storedPassword(files) ?? "", database: DATABASE };
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

async function untilAnswers(endpoint: Endpoint, context: ClusterContext): Promise<void> {
  const sql = probe(endpoint, context);
  try {
    await sql`select 1`;
  } catch (cause) {
    const { files, data } = context;
    const refused = errorCode(cause) === "28P01";
    throw new EmbeddedPostgresError(
      refused
        ? `The database in ${data} refuses the password in ${files.password}: delete that file, stop Akari, and start it again to set a new one.`
        : `The database in ${data} runs but does not answer: see ${files.log}.`,
      { cause },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Connections of other Akari programs. Those of a pool that was just closed leave the list late on a busy machine, hence the patience. */
async function othersConnected(endpoint: Endpoint, context: ClusterContext): Promise<boolean> {
  const sql = probe(endpoint, context);
  try {
    for (let attempt = 0; attempt < 60; attempt++) {
      const [row] = await sql<{ others: number }[]>`
        select count(*)::int as others from pg_stat_activity where application_name like 'akari%'`;
      if (row?.others === 0) return false;
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
  const logCheck = setInterval(() => boundLog(files.log), LOG_CHECK_MS).unref();

  const keepRunning = async () => {
    for (let failures = 0; stopping === null;) {
      await untilEnded(current);
      if (stopping !== null) return;
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)];
      log(`The database ended unexpectedly: starting it again in ${delay} ms.`);
      await new Promise((resolve) => setTimeout(resolve, delay));
      try {
        await withLock(files.lock, log, async () => {
          if (stopping === null) current = (await ensureRunning(files, log, endpoint)).postmaster;
        });
        failures = 0;
        log("The database runs again.");
      } catch (error) {
        failures++;
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  void keepRunning();

  const stop = async () => {
    clearInterval(logCheck);
    await withLock(files.lock, log, async () => {
      unregister();
      const running = runningPostmaster(context.data);
      if (running === null) return;
      if (countClients(files.clients) > 0 || (await othersConnected(running, context))) {
        log("Leaving the database running: another Akari process uses it.");
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

import type PgBoss from "pg-boss";
import { sql } from "drizzle-orm";
import { Busy } from "~/errors/app-error";
import type { DatabaseClient } from "~db/client.server";
import { isJobName, JOBS, LANES, type JobName, type Lane } from "./job-list";

/** In the database; pg-boss creates it. */
const SCHEMA = "akari_jobs";
/** The same in every process. */
const CREATE_LOCK = 4_210_591;
/** Doubles with each retry, plus up to as much again at random. */
const RETRY_SECONDS = 300;
/** pg-boss's own time limit, which must not end a long import. */
const EXPIRE_HOURS = 23;
const MAX_REQUEST_ATTEMPTS = 10;

export interface WaitingRun {
  name: JobName;
  at: Date;
  /** Which one of how many; null for a run that no failed one precedes. */
  retry: { number: number; of: number } | null;
}

type QueueRow = {
  id: string;
  lane: Lane;
  name: string;
  at: string;
  retries: number;
  retry_limit: number;
  is_retry: boolean;
};

export interface DueRun {
  id: string;
  /** Null for a job of another version of Akari. */
  name: JobName | null;
  /** By someone, and not by its schedule. */
  requested: boolean;
}

/** The runs that wait, in Postgres: one per job, later ones replace nothing. */
export interface JobQueue {
  /** Of all jobs, or one. */
  listWaiting(name?: JobName): Promise<WaitingRun[]>;
  /** Unless a run of the job waits. */
  schedule(name: JobName, at: Date): Promise<void>;
  /** As soon as possible, instead of the run that waits. Throws `Busy` under many requests. */
  request(name: JobName): Promise<void>;
  /** Removes the run that waits. */
  cancel(name: JobName): Promise<void>;
  /** The next due run of a lane, which is then active. */
  take(lane: Lane): Promise<DueRun | null>;
  complete(lane: Lane, run: DueRun): Promise<void>;
  /** Retries later, unless its retries are used up. */
  fail(lane: Lane, run: DueRun, reason: string): Promise<void>;
  /** Fails runs of a lane that are active. For the holder of its lock: their process has died. */
  failAbandoned(lane: Lane): Promise<void>;
  /** Archives and deletes old runs. */
  maintain(): Promise<void>;
}

type Data = { name: string; requested: boolean };

/** Opens the queue at the first use, and creates its schema the first time. */
export function createJobQueue({
  db,
  withConnection,
}: Pick<DatabaseClient, "db" | "withConnection">): JobQueue {
  let opening: Promise<PgBoss> | null = null;
  const open = () => {
    opening ??= openBoss(withConnection).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  const listRuns = async (states: string, name?: JobName) => {
    await open();
    return db.execute<QueueRow>(sql`
      SELECT id, name AS lane, singleton_key AS name, start_after AS at,
        retry_count AS retries, retry_limit, state = 'retry' AS is_retry
      FROM ${sql.identifier(SCHEMA)}.job
      WHERE state::text = ANY(${states}::text[]) ${name === undefined ? sql`` : sql`AND singleton_key = ${name}`}
      ORDER BY start_after`);
  };
  const WAITING = "{created,retry}";

  /** Null when a run of the job waits. */
  const send = async (name: JobName, at: Date | null) => {
    const boss = await open();
    const { lane, retries } = JOBS[name];
    return boss.send(lane, { name, requested: at === null } satisfies Data, {
      singletonKey: name,
      retryLimit: retries,
      ...(at === null ? {} : { startAfter: at }),
    });
  };

  const cancel = async (name: JobName) => {
    const ids = (await listRuns(WAITING, name)).map(({ id }) => id);
    if (ids.length > 0) await (await open()).deleteJob(JOBS[name].lane, ids);
  };

  return {
    async listWaiting(name) {
      const rows = await listRuns(WAITING, name);
      return rows.flatMap(({ name: job, at, is_retry, retries, retry_limit }) =>
        isJobName(job)
          ? {
              name: job,
              at: new Date(at),
              retry: is_retry ? { number: retries + 1, of: retry_limit } : null,
            }
          : [],
      );
    },
    async schedule(name, at) {
      if ((await listRuns(WAITING, name)).length === 0) await send(name, at);
    },
    async request(name) {
      // A process may plan the job in between.
      for (let attempt = 0; attempt < MAX_REQUEST_ATTEMPTS; attempt += 1) {
        await cancel(name);
        if ((await send(name, null)) !== null) return;
      }
      throw new Busy("http.busy", 1);
    },
    cancel,
    async take(lane) {
      const [run] = await (await open()).fetch<Data>(lane);
      if (run === undefined) return null;
      const { name, requested } = run.data;
      return { id: run.id, name: isJobName(name) ? name : null, requested };
    },
    async complete(lane, { id }) {
      await (await open()).complete(lane, id);
    },
    async fail(lane, { id }, reason) {
      await (await open()).fail(lane, id, { reason });
    },
    async failAbandoned(lane) {
      const active = (await listRuns("{active}")).filter((run) => run.lane === lane);
      if (active.length > 0)
        await (
          await open()
        ).fail(
          lane,
          active.map(({ id }) => id),
        );
    },
    async maintain() {
      await (await open()).maintain();
    },
  };
}

async function openBoss(withConnection: DatabaseClient["withConnection"]): Promise<PgBoss> {
  const { default: Boss } = await import("pg-boss");
  const boss = new Boss({
    db: { executeSql: (text, values) => withConnection((client) => execute(client, text, values)) },
    schema: SCHEMA,
    // Schedules, workers and maintenance are this folder's, within the lanes' locks.
    supervise: false,
    schedule: false,
  });
  await boss.start();
  for (const lane of LANES)
    await boss.createQueue(lane, {
      name: lane,
      policy: "stately",
      retryDelay: RETRY_SECONDS,
      retryBackoff: true,
      expireInHours: EXPIRE_HOURS,
    });
  return boss;
}

type Client = Parameters<Parameters<DatabaseClient["withConnection"]>[0]>[0];

/** Runs pg-boss's statements with postgres.js, which takes no objects and no undefined values. */
async function execute(client: Client, text: string, values: readonly unknown[] = []) {
  const parameters = values.map(toParameter);
  const isTransaction = text.trimStart().startsWith("BEGIN");
  try {
    const rows =
      !isTransaction && text.includes("create_queue")
        ? await createLocked(client, text, parameters)
        : await client.unsafe(text, parameters);
    return { rows: [...rows] as unknown[] };
  } catch (error) {
    // A failed one stays open on the connection.
    if (isTransaction) await client.unsafe("ROLLBACK");
    throw error;
  }
}

/** Two processes that create a lane together are a deadlock: pg-boss locks only its schema. */
function createLocked(client: Client, text: string, parameters: ReturnType<typeof toParameter>[]) {
  return client.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${CREATE_LOCK})`;
    return sql.unsafe(text, parameters);
  });
}

function toParameter(value: unknown) {
  if (value === undefined || value === null) return null;
  if (typeof value === "object" && !Array.isArray(value)) return JSON.stringify(value);
  return value as string | number | boolean | string[];
}

import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql, type SQL } from "drizzle-orm";
import { ADVISORY_LOCK_CLASSES } from "~db/advisory-lock.server";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { jobRuns } from "~db/schema";
import type { JobDefinition, JobResult } from "./define-job";
import type { PlannedJob } from "./job-names";
import type { Lane } from "./lanes";
import { isWorkerAlive, type Worker } from "./worker.server";

/** Pages show as many characters of a failure. */
const MAX_ERROR_LENGTH = 500;

type Queue = Database | Transaction;

/** What tells runs of a job apart; its work is not needed to enqueue one. */
type QueuedJob<Payload extends object> = PlannedJob &
  Pick<JobDefinition<Payload>, "key" | "subject" | "localFile">;

interface EnqueueOptions {
  /** Time at which the run is due; by default as soon as possible. */
  runAt?: Date;
  /**
   * Whether a user requested the run, not the schedule: it then runs also while the job is off.
   */
  isRequested?: boolean;
}

/** A run that a worker has taken. */
export interface TakenRun {
  id: number;
  job: string;
  payload: object;
  isRequested: boolean;
  localFile: string | null;
  runAt: Date;
  attempts: number;
  maxAttempts: number;
}

const taken = {
  id: jobRuns.id,
  job: jobRuns.job,
  payload: jobRuns.payload,
  isRequested: jobRuns.isRequested,
  localFile: jobRuns.localFile,
  runAt: jobRuns.runAt,
  attempts: jobRuns.attempts,
  maxAttempts: jobRuns.maxAttempts,
};

export const isWaiting = and(isNull(jobRuns.worker), isNull(jobRuns.failedAt));
/** Matches the predicate of the index of keys. */
const waitingKey = sql`worker IS NULL AND failed_at IS NULL`;

/**
 * Adds a run, in the transaction of what it is for. When one of the same key waits, both are one:
 * at the earlier time, with the fields of both payloads, and with all its attempts.
 */
export async function enqueue<Payload extends object>(
  db: Queue,
  job: QueuedJob<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await insertRun(db, toRow(job, payload, options));
}

/** Adds a run that was given up once more, with all its attempts, as one that a user requested. */
export async function enqueueAgain(
  db: Queue,
  job: PlannedJob,
  { key, subject, localFile, payload }: Omit<typeof jobRuns.$inferSelect, "job" | "lane">,
): Promise<void> {
  await insertRun(db, {
    ...toRow(job, payload, { isRequested: true }),
    ...{ key: key ?? job.name, subject, localFile },
  });
}

async function insertRun(db: Queue, row: typeof jobRuns.$inferInsert): Promise<void> {
  await db
    .insert(jobRuns)
    .values(row)
    .onConflictDoUpdate({
      target: jobRuns.key,
      targetWhere: waitingKey,
      set: {
        payload: sql`${jobRuns.payload} || excluded.payload`,
        runAt: sql`least(${jobRuns.runAt}, excluded.run_at)`,
        isRequested: sql`${jobRuns.isRequested} OR excluded.is_requested`,
        attempts: 0,
        maxAttempts: sql`excluded.max_attempts`,
      },
    });
}

/** Adds a run, unless its lane is full or another run of the job waits. Returns whether it did. */
export async function enqueueAlone<Payload extends object>(
  tx: Transaction,
  job: QueuedJob<Payload>,
  payload: Payload,
): Promise<boolean> {
  if (!(await hasRoom(tx, job.plan.lane))) return false;
  if ((await tx.$count(jobRuns, and(isWaiting, eq(jobRuns.job, job.name)))) > 0) return false;
  await enqueue(tx, job, payload);
  return true;
}

/** Adds a run for a time to come. Without effect when one of the same key waits. */
export async function plan<Payload extends object>(
  db: Queue,
  job: QueuedJob<Payload>,
  payload: Payload,
  runAt: Date,
): Promise<void> {
  await db
    .insert(jobRuns)
    .values(toRow(job, payload, { runAt }))
    .onConflictDoNothing({ target: jobRuns.key, where: waitingKey });
}

function toRow<Payload extends object>(
  job: QueuedJob<Payload>,
  payload: Payload,
  { runAt, isRequested = false }: EnqueueOptions,
): typeof jobRuns.$inferInsert {
  const key = job.key?.(payload);
  return {
    job: job.name,
    lane: job.plan.lane.name,
    key: key === undefined ? job.name : `${job.name} ${key}`,
    subject: job.subject?.(payload) ?? null,
    localFile: job.localFile?.(payload) ?? null,
    payload,
    isRequested,
    maxAttempts: job.plan.retries + 1,
    ...(runAt === undefined ? {} : { runAt }),
  };
}

interface TakeOptions {
  worker: Worker;
  lane: Lane;
  /** The jobs that this process knows. */
  jobs: readonly string[];
  /** The files that this process has, of those that runs may need. */
  localFiles: readonly string[];
}

/** The first run of a lane that is due and has room, which is then the worker's. */
export async function takeRun(
  db: Database,
  { worker, lane, jobs, localFiles }: TakeOptions,
): Promise<TakenRun | null> {
  return db.transaction(async (tx) => {
    if (!(await hasRoom(tx, lane))) return null;
    const active = sql`
        SELECT FROM job_runs active WHERE active.lane = ${jobRuns.lane}
          AND active.subject = ${jobRuns.subject} AND active.worker IS NOT NULL`;
    const next = tx
      .select({ id: jobRuns.id })
      .from(jobRuns)
      .where(
        and(
          isWaiting,
          eq(jobRuns.lane, lane.name),
          inArray(jobRuns.job, [...jobs]),
          sql`${jobRuns.runAt} <= clock_timestamp()`,
          sql`(${jobRuns.localFile} IS NULL OR ${jobRuns.localFile} = ANY(${sql.param(localFiles)}::text[]))`,
          sql`NOT EXISTS (${active})`,
        ),
      )
      .orderBy(jobRuns.runAt, jobRuns.id)
      .limit(1)
      .for("update", { skipLocked: true });
    const [run] = await tx
      .update(jobRuns)
      .set({ ...atWork(worker), attempts: sql`${jobRuns.attempts} + 1` })
      // Postgres computes the value once; a join with the rows would choose again for each of them.
      .where(sql`${jobRuns.id} = (${next})`)
      .returning(taken);
    return run ?? null;
  });
}

/** A run of a command, which begins at once and ends with its process; null without room. */
export async function claimRun(
  db: Database,
  worker: Worker,
  job: PlannedJob,
  record?: RecordChange,
): Promise<TakenRun | null> {
  return db.transaction(async (tx) => {
    if (!(await hasRoom(tx, job.plan.lane))) return null;
    const [run] = await tx
      .insert(jobRuns)
      .values({
        job: job.name,
        lane: job.plan.lane.name,
        isRequested: true,
        maxAttempts: 0,
        ...atWork(worker),
      })
      .returning(taken);
    if (run === undefined) return null;
    await record?.(tx, run);
    return run;
  });
}

/**
 * Tells whether the lane has room, and keeps others from choosing a run of it until the transaction
 * ends.
 */
async function hasRoom(tx: Transaction, { name, concurrency }: Lane): Promise<boolean> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_CLASSES.jobLane}::int, hashtext(${name}))`,
  );
  // A run whose process has died waits for the site, and keeps no command from working.
  const busy = await tx.$count(jobRuns, and(eq(jobRuns.lane, name), isWorkerAlive));
  return busy < concurrency;
}

const atWork = ({ id }: Worker) => ({
  worker: id,
  startedAt: sql`clock_timestamp()`,
  stopRequested: false,
  fraction: null,
  counts: {},
});

type RunOf = { id: number; worker: number };

const isOf = ({ id, worker }: RunOf) => and(eq(jobRuns.id, id), eq(jobRuns.worker, worker));

/** Stores how far a run is. Returns whether it continues, shall stop, or is another's now. */
export async function reportRun(
  db: Database,
  run: RunOf,
  progress: { fraction: number | null; counts: JobResult },
): Promise<"go on" | "stop" | "lost"> {
  const [row] = await db
    .update(jobRuns)
    .set({ fraction: progress.fraction, counts: progress.counts })
    .where(isOf(run))
    .returning({ stopRequested: jobRuns.stopRequested });
  if (row === undefined) return "lost";
  return row.stopRequested ? "stop" : "go on";
}

/** Removes a run that is done. What failed before under the same key is made up for. */
export async function finishRun(db: Database, run: RunOf): Promise<void> {
  await db.transaction(async (tx) => {
    const [done] = await tx.delete(jobRuns).where(isOf(run)).returning({ key: jobRuns.key });
    if (done === undefined || done.key === null) return;
    await tx.delete(jobRuns).where(and(eq(jobRuns.key, done.key), isNotNull(jobRuns.failedAt)));
  });
}

interface Retry {
  waitSeconds: number;
  /** Why the attempt failed; null when it was interrupted, which does not count as an attempt. */
  error: string | null;
  /** Whether the attempt was abandoned, so that the run has another one for it. */
  isForgiven?: boolean;
}

/**
 * Lets a run wait for its next attempt, unless an owner has stopped it. It joins one of the same
 * key that waits already.
 */
export async function retryRun(
  db: Queue,
  { id, worker }: RunOf,
  { waitSeconds, error, isForgiven = false }: Retry,
): Promise<void> {
  await db.execute(sql`
    WITH ended AS (DELETE FROM job_runs WHERE id = ${id} AND worker = ${worker} RETURNING *)
    INSERT INTO job_runs
      (job, lane, subject, key, payload, is_requested, local_file, max_attempts, attempts, run_at, error)
    SELECT job, lane, subject, key, payload, is_requested, local_file,
      max_attempts + ${isForgiven ? 1 : 0}::int, attempts - ${error === null ? 1 : 0}::int,
      clock_timestamp() + make_interval(secs => ${waitSeconds}), ${error?.slice(0, MAX_ERROR_LENGTH) ?? null}
    FROM ended WHERE NOT stop_requested
    ON CONFLICT (key) WHERE worker IS NULL AND failed_at IS NULL DO UPDATE SET
      payload = excluded.payload || job_runs.payload,
      is_requested = job_runs.is_requested OR excluded.is_requested`);
}

/** Keeps a run that is given up for an owner, instead of an earlier one of its key. */
export async function buryRun(db: Queue, run: RunOf, error: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [failed] = await tx
      .update(jobRuns)
      .set({
        worker: null,
        failedAt: sql`clock_timestamp()`,
        error: error.slice(0, MAX_ERROR_LENGTH),
      })
      .where(isOf(run))
      .returning({ id: jobRuns.id, key: jobRuns.key });
    if (failed === undefined || failed.key === null) return;
    const isEarlier: SQL = sql`${jobRuns.id} <> ${failed.id}`;
    await tx
      .delete(jobRuns)
      .where(and(eq(jobRuns.key, failed.key), isNotNull(jobRuns.failedAt), isEarlier));
  });
}

/**
 * Runs that no process works on: that of their worker has died, or their end could not be stored,
 * so that they are this worker's but not among its `active` ones.
 */
export function listAbandonedRuns(
  db: Database,
  worker: Pick<Worker, "id">,
  active: readonly number[],
): Promise<(TakenRun & { worker: number })[]> {
  const isForgotten = and(eq(jobRuns.worker, worker.id), notInArray(jobRuns.id, [...active]));
  return db
    .select({ ...taken, worker: sql<number>`${jobRuns.worker}` })
    .from(jobRuns)
    .where(and(isNotNull(jobRuns.worker), or(isForgotten, sql`NOT (${isWorkerAlive})`)));
}

/** Milliseconds until the first run of each lane is due, by the database's clock. */
export async function readWaits(
  db: Database,
  jobs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      lane: jobRuns.lane,
      ms: sql<number>`extract(epoch FROM min(${jobRuns.runAt}) - clock_timestamp())::float8 * 1000`,
    })
    .from(jobRuns)
    .where(and(isWaiting, inArray(jobRuns.job, [...jobs])))
    .groupBy(jobRuns.lane);
  return new Map(rows.map(({ lane, ms }) => [lane, Number(ms)]));
}

/**
 * Removes the runs of a job that wait: all, those whose time has come, or those of a subject.
 * Returns how many.
 */
export async function cancelWaiting(
  db: Queue,
  job: string,
  { isDue = false, subject }: { isDue?: boolean; subject?: string | undefined } = {},
): Promise<number> {
  const due = isDue ? sql`${jobRuns.runAt} <= clock_timestamp()` : undefined;
  const cancelled = await db
    .delete(jobRuns)
    .where(and(isWaiting, eq(jobRuns.job, job), due, isAbout(subject)))
    .returning({ id: jobRuns.id });
  return cancelled.length;
}

/** Removes runs that were given up too long ago to be run again. */
export async function deleteOldFailures(db: Queue): Promise<void> {
  await db.delete(jobRuns).where(sql`${jobRuns.failedAt} < now() - interval '30 days'`);
}

/**
 * Asks the runs of a job that are at work to stop, on whatever instance: all, or those of a
 * subject. Returns how many.
 */
export async function stopRuns(
  db: Queue,
  job: string,
  { subject }: { subject?: string | undefined } = {},
): Promise<number> {
  const stopped = await db
    .update(jobRuns)
    .set({ stopRequested: true })
    .where(and(eq(jobRuns.job, job), isNotNull(jobRuns.worker), isAbout(subject)))
    .returning({ id: jobRuns.id });
  return stopped.length;
}

function isAbout(subject: string | undefined): SQL | undefined {
  return subject === undefined ? undefined : eq(jobRuns.subject, subject);
}

import { and, eq, gt, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { jobRuns, jobs } from "~db/schema";
import type { JobResult } from "./define-job";
import { SITE_JOBS, type JobName, type PlannedJob } from "./job-names";

export type JobOutcome =
  | { outcome: "succeeded"; result: JobResult }
  | { outcome: "failed"; error: string }
  | { outcome: "interrupted" };

/** A job that waits for a long one of its lane is not late yet. */
export const MAX_WAIT_MS = 2 * 60 * 60_000;
/** Home tells owners of a job from this many failures in a row. */
export const MIN_SHOWN_FAILURES = 2;
const MAX_ERROR_LENGTH = 500;

export type JobRecord = typeof jobs.$inferSelect;

/** Jobs that failed at least twice in a row and are on, for Home. */
export async function listFailingJobs(db: Database): Promise<JobName[]> {
  const rows = await db
    .select({ name: jobs.name })
    .from(jobs)
    .where(and(eq(jobs.enabled, true), gte(jobs.failures, MIN_SHOWN_FAILURES)));
  const failing = new Set(rows.map(({ name }) => name));
  return SITE_JOBS.map(({ name }) => name).filter((name) => failing.has(name));
}

/**
 * Whether a job with a schedule runs by itself: no owner has turned it off, and this process runs
 * such jobs, or another does, which has planned the next run.
 */
export async function runsByItself(
  db: Database,
  name: JobName,
  { runsHere }: { runsHere: boolean },
): Promise<boolean> {
  const [record] = await db.select({ enabled: jobs.enabled }).from(jobs).where(eq(jobs.name, name));
  if (record?.enabled === false) return false;
  if (runsHere) return true;
  const latest = new Date(Date.now() - MAX_WAIT_MS);
  const planned = await db.$count(
    jobRuns,
    and(eq(jobRuns.job, name), isNull(jobRuns.failedAt), gt(jobRuns.runAt, latest)),
  );
  return planned > 0;
}

/** The records by name. Adds those of new jobs. */
export async function readRecords(
  db: Database | Transaction,
  definitions: readonly PlannedJob[] = SITE_JOBS,
): Promise<ReadonlyMap<string, JobRecord>> {
  let rows = await db.select().from(jobs);
  const missing = definitions.filter(({ name }) => !rows.some((row) => row.name === name));
  if (missing.length > 0) {
    await db
      .insert(jobs)
      .values(missing.map((job) => ({ name: job.name, enabled: job.plan.enabled ?? true })))
      .onConflictDoNothing();
    rows = await db.select().from(jobs);
  }
  return new Map(rows.map((row) => [row.name, row]));
}

export async function recordStart(db: Database, job: PlannedJob): Promise<void> {
  await readRecords(db, [job]);
  await db
    .update(jobs)
    .set({ startedAt: sql`clock_timestamp()`, endedAt: null, outcome: null })
    .where(eq(jobs.name, job.name));
}

/** Returns the failures in a row. An interrupted run is none, and ends no series of them. */
export async function recordEnd(
  db: Database,
  name: string,
  end: JobOutcome,
): Promise<{ failures: number; hadFailed: boolean }> {
  const ended = { endedAt: sql`clock_timestamp()`, outcome: end.outcome };
  const [before] = await db
    .select({ failures: jobs.failures })
    .from(jobs)
    .where(eq(jobs.name, name));
  const changes = {
    succeeded: () => ({
      succeededAt: sql`clock_timestamp()`,
      error: null,
      failures: 0,
      failingSince: null,
    }),
    failed: () => ({
      failures: sql`${jobs.failures} + 1`,
      failingSince: sql`coalesce(${jobs.failingSince}, clock_timestamp())`,
    }),
    interrupted: () => ({}),
  }[end.outcome]();
  const [row] = await db
    .update(jobs)
    .set({
      ...ended,
      ...changes,
      ...(end.outcome === "failed" ? { error: end.error.slice(0, MAX_ERROR_LENGTH) } : {}),
      ...(end.outcome === "succeeded" ? { result: end.result } : {}),
    })
    .where(eq(jobs.name, name))
    .returning({ failures: jobs.failures });
  return { failures: row?.failures ?? 0, hadFailed: (before?.failures ?? 0) > 0 };
}

/** Runs without an end whose process has died. */
export async function recordAbandoned(db: Database, names: readonly string[]): Promise<void> {
  await db
    .update(jobs)
    .set({ endedAt: sql`clock_timestamp()`, outcome: "interrupted" })
    .where(and(inArray(jobs.name, [...names]), isNotNull(jobs.startedAt), isNull(jobs.endedAt)));
}

import { and, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import type { Database, DatabaseClient } from "~db/client.server";
import { jobs } from "~db/schema";
import type { JobQueue, WaitingRun } from "./job-queue.server";
import { isJobName, JOB_NAMES, JOBS, type JobName } from "./job-list";
import { listBusyLanes } from "./lane-lock.server";
import { nextRunAt } from "./schedule";

export type JobResult = Readonly<Record<string, number>>;

export type JobOutcome =
  | { outcome: "succeeded"; result: JobResult }
  | { outcome: "failed"; error: string }
  | { outcome: "interrupted" };

/** As many failures in a row are shown to owners on Home. */
const MIN_SHOWN_FAILURES = 2;
const MAX_ERROR_LENGTH = 500;
/** A job that waits for a long one of its lane is not late yet. */
const MAX_WAIT_MS = 2 * 60 * 60_000;

export interface JobStatus {
  name: JobName;
  enabled: boolean;
  /** When its schedule runs it next, whatever waits; null before it was first planned. */
  scheduledAt: Date | null;
  /** The run that waits: by schedule, a retry, or on request. */
  nextRunAt: Date | null;
  retry: WaitingRun["retry"];
  /** No process has run it although its time has passed. */
  isLate: boolean;
  running: boolean;
  startedAt: Date | null;
  endedAt: Date | null;
  succeededAt: Date | null;
  outcome: JobOutcome["outcome"] | null;
  result: JobResult | null;
  error: string | null;
  failures: number;
  failingSince: Date | null;
}

type JobDatabase = Pick<DatabaseClient, "db" | "sql">;

/** In the order of `JOB_NAMES`. */
export async function listJobs(
  database: JobDatabase,
  queue: JobQueue,
  now = new Date(),
): Promise<JobStatus[]> {
  const [rows, waiting, busy] = await Promise.all([
    database.db.select().from(jobs),
    queue.listWaiting(),
    listBusyLanes(database),
  ]);
  return JOB_NAMES.map((name) => {
    const { lane, schedule, enabled } = JOBS[name];
    const row = rows.find((candidate) => candidate.name === name);
    const isOpen = row !== undefined && row.startedAt !== null && row.endedAt === null;
    const running = isOpen && busy.has(lane);
    const next = waiting.find((run) => run.name === name);
    const nextAt = next?.at ?? null;
    return {
      name,
      enabled: row?.enabled ?? enabled,
      scheduledAt: row === undefined ? null : nextRunAt(schedule, row.offsetMinutes, now),
      nextRunAt: nextAt,
      retry: next?.retry ?? null,
      isLate: !running && nextAt !== null && now.getTime() - nextAt.getTime() > MAX_WAIT_MS,
      running,
      startedAt: row?.startedAt ?? null,
      endedAt: row?.endedAt ?? null,
      succeededAt: row?.succeededAt ?? null,
      outcome: isOpen && !running ? "interrupted" : (row?.outcome ?? null),
      result: row?.result ?? null,
      error: row?.error ?? null,
      failures: row?.failures ?? 0,
      failingSince: row?.failingSince ?? null,
    };
  });
}

/** Whether a job that is on fails again and again, or no process runs it. */
export function needsAttention({ enabled, failures, isLate }: JobStatus): boolean {
  return enabled && (failures >= MIN_SHOWN_FAILURES || isLate);
}

/** Jobs that failed at least twice in a row and are on, for Home. */
export async function listFailingJobs(db: Database): Promise<JobName[]> {
  const rows = await db
    .select({ name: jobs.name })
    .from(jobs)
    .where(and(eq(jobs.enabled, true), gte(jobs.failures, MIN_SHOWN_FAILURES)));
  const failing = new Set(rows.map(({ name }) => name));
  return JOB_NAMES.filter((name) => failing.has(name));
}

/** Runs the job as soon as a process is free for it. Throws `Conflict` while it runs. */
export async function requestJob(
  database: JobDatabase,
  queue: JobQueue,
  actor: Actor,
  name: JobName,
): Promise<void> {
  const status = (await listJobs(database, queue)).find((job) => job.name === name);
  if (status?.running === true) throw new Conflict("job.running");
  await queue.request(name);
  await recordAudit(database.db, actor, { action: "job.requested", details: { job: name } });
}

/** Whether a run waits for a process that is free, rather than for its time. */
export async function isJobDue(queue: JobQueue, name: JobName, now = new Date()): Promise<boolean> {
  return (await queue.listWaiting(name)).some(({ at }) => at <= now);
}

/** Takes a request back that has not started. The schedule stays. */
export async function cancelRequest(queue: JobQueue, name: JobName): Promise<void> {
  if (await isJobDue(queue, name)) await queue.cancel(name);
}

/** A job that is off runs on request only. */
export async function switchJob(
  { db }: JobDatabase,
  queue: JobQueue,
  actor: Actor,
  { name, enabled }: { name: JobName; enabled: boolean },
): Promise<void> {
  await planJobs(db);
  const changed = await db
    .update(jobs)
    .set({ enabled })
    .where(and(eq(jobs.name, name), eq(jobs.enabled, !enabled)))
    .returning({ name: jobs.name });
  if (changed.length === 0) return;
  if (!enabled) await queue.cancel(name);
  const action = enabled ? "job.enabled" : "job.disabled";
  await recordAudit(db, actor, { action, details: { job: name } });
}

/** Adds the rows of new jobs. Returns the jobs that are on, with their offsets. */
export async function planJobs(
  db: Database,
): Promise<ReadonlyMap<JobName, { offsetMinutes: number }>> {
  const select = () =>
    db
      .select({ name: jobs.name, enabled: jobs.enabled, offsetMinutes: jobs.offsetMinutes })
      .from(jobs);
  let rows = await select();
  const missing = JOB_NAMES.filter((name) => !rows.some((row) => row.name === name));
  if (missing.length > 0) {
    await db
      .insert(jobs)
      .values(missing.map((name) => ({ name, enabled: JOBS[name].enabled })))
      .onConflictDoNothing();
    rows = await select();
  }
  return new Map(
    rows.flatMap(({ name, enabled, offsetMinutes }) =>
      enabled && isJobName(name) ? [[name, { offsetMinutes }] as const] : [],
    ),
  );
}

export async function recordStart(db: Database, name: JobName): Promise<void> {
  await planJobs(db);
  await db
    .update(jobs)
    .set({ startedAt: sql`clock_timestamp()`, endedAt: null, outcome: null })
    .where(eq(jobs.name, name));
}

/** Returns the failures in a row. An interrupted run is none, and ends no series of them. */
export async function recordEnd(
  db: Database,
  name: JobName,
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

/** For the holder of a lane's lock: runs without an end were killed with their process. */
export async function recordAbandoned(db: Database, names: readonly JobName[]): Promise<void> {
  await db
    .update(jobs)
    .set({ endedAt: sql`clock_timestamp()`, outcome: "interrupted" })
    .where(and(inArray(jobs.name, [...names]), isNotNull(jobs.startedAt), isNull(jobs.endedAt)));
}

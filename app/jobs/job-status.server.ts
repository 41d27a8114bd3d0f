import { isNotNull } from "drizzle-orm";
import { saysUnreached } from "~/providers/service-client/service-error";
import type { Database } from "~db/client.server";
import { jobRuns, jobs } from "~db/schema";
import type { JobResult } from "./define-job";
import { SITE_JOBS, type JobName, type PlannedJob } from "./job-names";
import {
  MAX_WAIT_MS,
  MIN_SHOWN_FAILURES,
  type JobOutcome,
  type JobRecord,
} from "./job-records.server";
import { nextRunAt } from "./schedule";
import { isWorkerAlive } from "./worker.server";

/** A page shows as many failed runs of a job. */
const MAX_SHOWN_FAILED = 20;

/** A run that is at work. */
export interface ActiveRun {
  id: number;
  subject: string | null;
  startedAt: Date | null;
  /** The progress from 0 to 1, or null while the job does not report it. */
  fraction: number | null;
  counts: JobResult;
}

/** A run that was given up. */
export interface FailedRun {
  id: number;
  subject: string | null;
  failedAt: Date | null;
  error: string | null;
}

export interface JobStatus {
  name: JobName;
  enabled: boolean;
  /** How often the schedule runs it; null for a job that runs only when there is work. */
  every: "hour" | "day" | "week" | null;
  /** The next time by its schedule, whatever waits; null before it was first planned. */
  scheduledAt: Date | null;
  /** The first run that waits: by schedule, a retry, or on request. */
  nextRunAt: Date | null;
  /** The number of the retry that waits; null when the waiting run follows no failed one. */
  retry: { number: number; of: number } | null;
  /** No process has run it although its time has passed. */
  isLate: boolean;
  running: boolean;
  active: ActiveRun[];
  failed: FailedRun[];
  startedAt: Date | null;
  endedAt: Date | null;
  succeededAt: Date | null;
  outcome: JobOutcome["outcome"] | null;
  result: JobResult | null;
  error: string | null;
  failures: number;
  failingSince: Date | null;
  /** Whether the last run failed since the service that it reads from could not be reached. */
  isOffline: boolean;
}

/** All jobs, in the order of `JOB_PLANS`. */
export async function listJobs(db: Database, now = new Date()): Promise<JobStatus[]> {
  const [records, runs] = await Promise.all([db.select().from(jobs), readRuns(db)]);
  return SITE_JOBS.map((job) => {
    const record = records.find(({ name }) => name === job.name);
    return toStatus(
      job,
      record,
      runs.filter((run) => run.job === job.name),
      now,
    );
  });
}

function readRuns(db: Database) {
  return db
    .select({
      id: jobRuns.id,
      job: jobRuns.job,
      subject: jobRuns.subject,
      runAt: jobRuns.runAt,
      attempts: jobRuns.attempts,
      maxAttempts: jobRuns.maxAttempts,
      startedAt: jobRuns.startedAt,
      fraction: jobRuns.fraction,
      counts: jobRuns.counts,
      failedAt: jobRuns.failedAt,
      error: jobRuns.error,
      isTaken: isNotNull(jobRuns.worker).mapWith(Boolean),
      isActive: isWorkerAlive.mapWith(Boolean),
    })
    .from(jobRuns)
    .orderBy(jobRuns.runAt, jobRuns.id);
}

type Run = Awaited<ReturnType<typeof readRuns>>[number];

function toStatus(
  job: PlannedJob<JobName>,
  record: JobRecord | undefined,
  runs: readonly Run[],
  now: Date,
): JobStatus {
  const { schedule, enabled = true } = job.plan;
  const active = runs.filter(({ isActive }) => isActive);
  const running = active.length > 0;
  const failed = runs.filter(({ failedAt }) => failedAt !== null);
  const next = runs.find(({ isTaken, failedAt }) => !isTaken && failedAt === null);
  const nextAt = next?.runAt ?? null;
  const isOpen = record !== undefined && record.startedAt !== null && record.endedAt === null;
  return {
    name: job.name,
    enabled: record?.enabled ?? enabled,
    every: schedule?.every ?? null,
    scheduledAt:
      record === undefined || schedule === undefined
        ? null
        : nextRunAt(schedule, record.offsetMinutes, now),
    nextRunAt: nextAt,
    retry:
      next === undefined || next.error === null
        ? null
        : { number: next.attempts, of: next.maxAttempts - 1 },
    isLate: !running && nextAt !== null && now.getTime() - nextAt.getTime() > MAX_WAIT_MS,
    running,
    active: active.map(({ id, subject, startedAt, fraction, counts }) => ({
      id,
      subject,
      startedAt,
      fraction,
      counts,
    })),
    failed: failed
      .slice(-MAX_SHOWN_FAILED)
      .map(({ id, subject, failedAt, error }) => ({ id, subject, failedAt, error })),
    startedAt: record?.startedAt ?? null,
    endedAt: record?.endedAt ?? null,
    succeededAt: record?.succeededAt ?? null,
    outcome: isOpen && !running ? "interrupted" : (record?.outcome ?? null),
    result: record?.result ?? null,
    error: record?.error ?? null,
    failures: record?.failures ?? 0,
    failingSince: record?.failingSince ?? null,
    isOffline: record !== undefined && record.failures > 0 && saysUnreached(record.error ?? ""),
  };
}

/** Whether a job that is on fails again and again, or no process runs it. */
export function needsAttention({ enabled, failures, isLate }: JobStatus): boolean {
  return enabled && (failures >= MIN_SHOWN_FAILURES || isLate);
}

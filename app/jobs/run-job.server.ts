import { failureReason } from "~db/failure-reason";
import type { JobDefinition, JobResult } from "./define-job";
import type { JobContext } from "./job-context.server";
import { recordEnd, recordStart, type JobOutcome } from "./job-records.server";
import { finishRun, reportRun, type TakenRun } from "./queue.server";
import type { Worker } from "./worker.server";

const BEAT_MS = 1_000;

/** Why the signal of a run is aborted that an owner stops. */
class RunStopped extends Error {}

export type FinishedRun = JobOutcome & {
  durationMs: number;
  /** Failures in a row, this run included. */
  failures: number;
  /** Whether the runs before it had failed. */
  hadFailed: boolean;
  /** Whether an owner stopped it, after which it is not retried. */
  isStopped: boolean;
};

/**
 * Does the work of a run that a worker has taken, stores its progress every second, and records its
 * outcome. The caller completes the run or retries it.
 */
export async function runJob(
  context: JobContext,
  worker: Pick<Worker, "id" | "lost">,
  job: JobDefinition,
  run: TakenRun,
  outer: AbortSignal,
): Promise<FinishedRun> {
  const { db } = context.database;
  const started = performance.now();
  await recordStart(db, job);
  const own = new AbortController();
  const signal = AbortSignal.any([outer, worker.lost, own.signal]);
  let progress: { fraction: number | null; counts: JobResult } = { fraction: null, counts: {} };
  const beat = async () => {
    const next = await reportRun(db, { id: run.id, worker: worker.id }, progress);
    if (next === "stop") own.abort(new RunStopped());
    else if (next === "lost") own.abort();
  };
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    // A missed beat is made up for by the next one.
    beating = beating.then(beat).catch(() => undefined);
  }, BEAT_MS);
  const end = await doWork(context, job, run, signal, (next) => {
    progress = { ...progress, ...next };
  }).finally(() => clearInterval(timer));
  await beating;
  const durationMs = Math.round(performance.now() - started);
  const recorded = await recordEnd(db, job.name, end.outcome);
  return { ...end.outcome, durationMs, ...recorded, isStopped: end.isStopped };
}

async function doWork(
  context: JobContext,
  job: JobDefinition,
  run: TakenRun,
  signal: AbortSignal,
  report: (progress: { fraction?: number; counts?: JobResult }) => void,
): Promise<{ outcome: JobOutcome; isStopped: boolean }> {
  const interrupted = () => ({
    outcome: { outcome: "interrupted" } as const,
    isStopped: signal.reason instanceof RunStopped,
  });
  try {
    const payload = job.payload.parse(run.payload);
    const result = await job.work(context, { payload, signal, report });
    if (signal.aborted) return interrupted();
    return { outcome: { outcome: "succeeded", result }, isStopped: false };
  } catch (error) {
    if (signal.aborted) return interrupted();
    // PostgreSQL stores no NUL, which a message may quote from elsewhere.
    const reason = failureReason(error).replaceAll("\0", "");
    return { outcome: { outcome: "failed", error: reason }, isStopped: false };
  }
}

/** Runs a job that a command has claimed, whose run ends with it. */
export async function runClaimed(
  context: JobContext,
  worker: Worker,
  job: JobDefinition,
  run: TakenRun,
  signal: AbortSignal,
): Promise<FinishedRun> {
  try {
    return await runJob(context, worker, job, run, signal);
  } finally {
    await finishRun(context.database.db, { id: run.id, worker: worker.id });
  }
}

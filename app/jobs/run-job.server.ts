import { RunStopped } from "~/features/site/runs/track-run.server";
import { failureReason } from "~db/failure-reason";
import type { JobName } from "./job-list";
import { recordEnd, recordStart, type JobOutcome } from "./job-records.server";
import { JOB_WORK, type JobContext } from "./job-work.server";

export type FinishedRun = JobOutcome & {
  durationMs: number;
  /** In a row, this run included. */
  failures: number;
  /** Whether the runs before it had failed. */
  hadFailed: boolean;
};

/** Runs a job and records its outcome. For the holder of its lane's lock. */
export async function runJob(
  context: JobContext,
  name: JobName,
  signal: AbortSignal,
  work = JOB_WORK[name],
): Promise<FinishedRun> {
  const { db } = context.database;
  const started = performance.now();
  await recordStart(db, name);
  const end = await work(context, signal).then(
    (result): JobOutcome =>
      signal.aborted ? { outcome: "interrupted" } : { outcome: "succeeded", result },
    (error: unknown): JobOutcome =>
      signal.aborted || error instanceof RunStopped
        ? { outcome: "interrupted" }
        : { outcome: "failed", error: failureReason(error) },
  );
  const durationMs = Math.round(performance.now() - started);
  return { ...end, durationMs, ...(await recordEnd(db, name, end)) };
}

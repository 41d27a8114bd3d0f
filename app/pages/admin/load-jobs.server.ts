import { listJobs } from "~/jobs/job-status.server";
import type { Database } from "~db/client.server";

/** Reads the state of all jobs, with the duration of their last run. */
export async function loadJobs(db: Database) {
  return (await listJobs(db)).map((job) => ({
    ...job,
    durationMs:
      job.startedAt === null || job.endedAt === null
        ? null
        : job.endedAt.getTime() - job.startedAt.getTime(),
  }));
}

export type Job = Awaited<ReturnType<typeof loadJobs>>[number];

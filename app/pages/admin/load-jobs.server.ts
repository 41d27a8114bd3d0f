import { listJobs } from "~/jobs/job-status.server";
import type { Database } from "~db/client.server";

/** Reads the state of all jobs. */
export async function loadJobs(db: Database) {
  const jobs = await listJobs(db);
  return jobs.map((job) => ({
    ...job,
    active: job.active.map(({ startedAt, ...run }) => ({
      ...run,
      startedAt: startedAt?.toISOString() ?? null,
    })),
    failed: job.failed.map(({ failedAt, ...run }) => ({
      ...run,
      failedAt: failedAt?.toISOString() ?? null,
    })),
    scheduledAt: job.scheduledAt?.toISOString() ?? null,
    nextRunAt: job.nextRunAt?.toISOString() ?? null,
    startedAt: job.startedAt?.toISOString() ?? null,
    succeededAt: job.succeededAt?.toISOString() ?? null,
    failingSince: job.failingSince?.toISOString() ?? null,
    durationMs:
      job.startedAt === null || job.endedAt === null
        ? null
        : job.endedAt.getTime() - job.startedAt.getTime(),
  }));
}

export type Job = Awaited<ReturnType<typeof loadJobs>>[number];

import type { JobSample } from "~/observability/metrics.server";
import type { Database } from "~db/client.server";
import { listJobs } from "./job-status.server";

/** Jobs that are on, for the metrics. */
export async function sampleJobs(db: Database): Promise<JobSample[]> {
  const jobs = await listJobs(db);
  return jobs
    .filter(({ enabled }) => enabled)
    .map(({ name, succeededAt, startedAt, endedAt, failures, isLate }) => ({
      job: name,
      succeededAt: succeededAt === null ? null : succeededAt.getTime() / 1_000,
      durationSeconds:
        startedAt === null || endedAt === null
          ? null
          : (endedAt.getTime() - startedAt.getTime()) / 1_000,
      failures,
      isLate,
    }));
}

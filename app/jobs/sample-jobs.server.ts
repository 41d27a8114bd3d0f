import type { JobSample } from "~/observability/metrics.server";
import type { DatabaseClient } from "~db/client.server";
import type { JobQueue } from "./job-queue.server";
import { listJobs } from "./job-records.server";

/** Jobs that are on, for the metrics. */
export async function sampleJobs(
  database: Pick<DatabaseClient, "db" | "sql">,
  queue: JobQueue,
): Promise<JobSample[]> {
  const jobs = await listJobs(database, queue);
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

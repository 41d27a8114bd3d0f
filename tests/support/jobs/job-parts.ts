import { loadConfig } from "~/config/config.server";
import { createLog, type Log } from "~/observability/log.server";
import { createJobQueue, type JobQueue } from "~/jobs/job-queue.server";
import type { JobName } from "~/jobs/job-list";
import { startJobs, type JobRunner, type JobRunnerOptions } from "~/jobs/job-runner.server";
import { createJobContext, type JobContext, type JobWork } from "~/jobs/job-work.server";
import { runJob } from "~/jobs/run-job.server";
import { openDatabase } from "~db/client.server";
import type { TestDatabase } from "../database/test-database";

export interface JobParts {
  context: JobContext;
  queue: JobQueue;
  /** Looks at the queue every 50 ms. `work` replaces what the jobs do. */
  start: (work: JobWork, options?: Partial<JobRunnerOptions>) => JobRunner;
  close(): Promise<void>;
}

/** Jobs of one process on a test database. */
export function createJobParts(
  options: TestDatabase["options"],
  environment: Record<string, string> = {},
): JobParts {
  const database = openDatabase(options, {
    poolSize: 6,
    applicationName: "akari-test-jobs",
    timeouts: null,
  });
  const queue = createJobQueue(database);
  const config = loadConfig(environment);
  const context = createJobContext({ database, queue, config, root: process.cwd() });
  const log: Log = createLog("silent");
  return {
    context,
    queue,
    start: (work, more = {}) =>
      startJobs({
        context,
        log,
        firstLookMs: 0,
        lookMs: 50,
        run: (parts, name, signal) => runJob(parts, name, signal, work),
        ...more,
      }),
    close: () => database.close(),
  };
}

/** The waiting run of a job becomes due, as if its time had passed. */
export async function passTime({ sql }: TestDatabase, name: JobName): Promise<void> {
  await sql`
    UPDATE akari_jobs.job SET start_after = now() - interval '1 second'
    WHERE singleton_key = ${name} AND state IN ('created', 'retry')`;
}

/** Milliseconds until the waiting run of a job; null without one. */
export async function waitOf({ sql }: TestDatabase, name: JobName): Promise<number | null> {
  const [row] = await sql<{ ms: number }[]>`
    SELECT extract(epoch FROM start_after - now())::float8 * 1000 AS ms FROM akari_jobs.job
    WHERE singleton_key = ${name} AND state IN ('created', 'retry')`;
  return row?.ms ?? null;
}

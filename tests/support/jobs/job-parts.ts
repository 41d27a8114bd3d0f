import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { loadConfig } from "~/config/config.server";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { createLog } from "~/observability/log.server";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import type { JobDefinition, JobResult } from "~/jobs/define-job";
import { createJobContext, type JobContext } from "~/jobs/job-context.server";
import type { JobName } from "~/jobs/job-names";
import { startJobs, type JobRunner, type JobRunnerOptions } from "~/jobs/job-runner.server";
import type { Lane } from "~/jobs/lanes";
import { claimRun, enqueue, plan } from "~/jobs/queue.server";
import { runClaimed, type FinishedRun } from "~/jobs/run-job.server";
import { withWorker } from "~/jobs/worker.server";
import { createMailer } from "~/providers/mail/mailer.server";
import { createKeyring } from "~/secrets/keyring.server";
import { openDatabase } from "~db/client.server";
import { jobRuns } from "~db/schema";
import type { TestDatabase } from "../database/test-database";

/** Seals what jobs of tests store. */
export const TEST_SECRET = "a secret of tests that is long enough";
export const POOL_SIZE = 8;

export type TestWork = (context: JobContext, signal: AbortSignal) => Promise<JobResult>;

export interface JobParts {
  context: JobContext;
  /** Looks at the queue every 50 ms. `work` replaces what the jobs do. */
  start: (work?: TestWork | null, options?: Partial<JobRunnerOptions>) => JobRunner;
  /** Runs a job as a command does. */
  run: (name: JobName, signal?: AbortSignal, context?: JobContext) => Promise<FinishedRun>;
  /** Requests a run as soon as possible, as a user would. */
  request: (name: JobName) => Promise<void>;
  schedule: (name: JobName, at: Date) => Promise<void>;
  listWaiting: (name?: JobName) => Promise<{ name: string; at: Date }[]>;
  close(): Promise<void>;
}

function jobNamed(name: JobName): JobDefinition {
  const found = ALL_JOBS.find((job) => job.name === name);
  if (found === undefined) throw new Error(`There is no job ${name}.`);
  return found;
}

/** Jobs of one process on a test database. */
export function createJobParts(
  options: TestDatabase["options"],
  environment: Record<string, string> = {},
): JobParts {
  const database = openDatabase(options, {
    poolSize: POOL_SIZE,
    applicationName: "akari-test-jobs",
    timeouts: null,
  });
  const { db } = database;
  const config = loadConfig(environment);
  const mailer = config.mail === null ? null : createMailer(config.mail);
  const keyring = createKeyring([], [TEST_SECRET]);
  const own = createJobContext({
    database,
    config,
    root: process.cwd(),
    notifications: createNotificationServices(config, keyring, mailer),
  });
  return {
    context: own,
    start: (work = null, more = {}) =>
      startJobs({
        context: own,
        jobs: work === null ? ALL_JOBS : ALL_JOBS.map((job) => withWork(job, work)),
        log: createLog("silent"),
        firstLookMs: 0,
        lookMs: 50,
        ...more,
      }),
    run: (name, signal = new AbortController().signal, context = own) =>
      withWorker(database, async (worker) => {
        const run = await claimRun(db, worker, jobNamed(name));
        if (run === null) throw new Error(`The lane of ${name} is full.`);
        return runClaimed(context, worker, jobNamed(name), run, signal);
      }),
    request: (name) => enqueue(db, jobNamed(name), {}, { isRequested: true }),
    schedule: (name, at) => plan(db, jobNamed(name), {}, at),
    listWaiting: (name) =>
      db
        .select({ name: jobRuns.job, at: jobRuns.runAt })
        .from(jobRuns)
        .where(
          and(
            isNull(jobRuns.worker),
            isNull(jobRuns.failedAt),
            name === undefined ? undefined : eq(jobRuns.job, name),
          ),
        )
        .orderBy(asc(jobRuns.runAt)),
    async close() {
      await mailer?.close();
      await database.close();
    },
  };
}

function withWork(job: JobDefinition, work: TestWork): JobDefinition {
  return { ...job, work: (context, { signal }) => work(context, signal) };
}

/** Works in a lane, as another process or a command does; null while the lane is full. */
export function holdLane<Result>(
  { withConnection, db }: Pick<TestDatabase, "withConnection" | "db">,
  lane: Lane,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  return withWorker({ withConnection }, async (worker) => {
    const run = await claimRun(db, worker, { name: "held", plan: { lane, retries: 0 } });
    if (run === null) return null;
    try {
      return await work(worker.lost);
    } finally {
      await db.delete(jobRuns).where(eq(jobRuns.id, run.id));
    }
  });
}

/** The waiting run of a job becomes due, as if its time had passed. */
export async function passTime({ db }: TestDatabase, name: JobName): Promise<void> {
  await db
    .update(jobRuns)
    .set({ runAt: sql`now() - interval '1 second'` })
    .where(and(eq(jobRuns.job, name), isNull(jobRuns.worker)));
}

/** Milliseconds until the waiting run of a job; null without one. */
export async function waitOf({ sql: query }: TestDatabase, name: JobName): Promise<number | null> {
  const [row] = await query<{ ms: number }[]>`
    SELECT extract(epoch FROM run_at - now())::float8 * 1000 AS ms FROM job_runs
    WHERE job = ${name} AND worker IS NULL AND failed_at IS NULL`;
  return row?.ms ?? null;
}

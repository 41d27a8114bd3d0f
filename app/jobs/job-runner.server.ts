import { createWakeableLoop } from "~/concurrency/wakeable-loop";
import { rootErrorMessage } from "~/errors/error-message";
import type { Log } from "~/observability/log.server";
import type { JobDefinition } from "./define-job";
import type { JobContext } from "./job-context.server";
import { readRecords, recordAbandoned, recordEnd, type JobRecord } from "./job-records.server";
import type { Lane } from "./lanes";
import { listLocalFiles, removeLocalFile } from "./local-files.server";
import { planRuns } from "./plan-runs.server";
import {
  buryRun,
  finishRun,
  listAbandonedRuns,
  readWaits,
  retryRun,
  takeRun,
  type TakenRun,
} from "./queue.server";
import { runJob, type FinishedRun } from "./run-job.server";
import { withWorker, type Worker } from "./worker.server";

export interface JobRunnerOptions {
  context: JobContext;
  jobs: readonly JobDefinition[];
  log: Log;
  /** Milliseconds before the first look at the queue, so that the start is quick. */
  firstLookMs?: number;
  /** Milliseconds between looks at the queue. */
  lookMs?: number;
  now?: () => Date;
}

export interface JobRunner {
  /** Looks at the queue at once. */
  wake(): void;
  /** Interrupts what runs; waits for it a few seconds at most. */
  stop(): Promise<void>;
}

const FIRST_LOOK_MS = 5_000;
const LOOK_MS = 5_000;
/** The longest wait for runs to stop, below the time in which the whole process has to stop. */
const MAX_STOP_MS = 5_000;
/** A run whose process ended waits as long, so that a crash does not repeat in a circle. */
const RESUME_SECONDS = 30;
/** A run whose process ended this often may be the reason, so that counts as a failure. */
const MAX_FORGIVEN_ATTEMPTS = 5;
const RETRY_SECONDS = 300;
const MAX_RETRY_SECONDS = 12 * 60 * 60;

/** The runs that are at work in this process, by id. */
type ActiveRuns = Map<number, Promise<void>>;

/** Runs what is due, until it is stopped. Several processes share the work. */
export function startJobs({
  context,
  jobs,
  log,
  firstLookMs = FIRST_LOOK_MS,
  lookMs = LOOK_MS,
  now = () => new Date(),
}: JobRunnerOptions): JobRunner {
  const { db } = context.database;
  const loop = createWakeableLoop();
  const { stopping } = loop;
  const names = jobs.map(({ name }) => name);
  const lanes = [...new Map(jobs.map(({ plan: { lane } }) => [lane.name, lane])).values()];
  const failures = createFailureLog(log);
  const find = (name: string) => jobs.find((job) => job.name === name);

  const doRun = async (worker: Worker, job: JobDefinition, run: TakenRun) => {
    const held = { id: run.id, worker: worker.id };
    const record = (await readRecords(db, jobs)).get(run.job);
    if (!isWanted(job, run, record, now())) return finishRun(db, held);
    const finished = await runJob(context, worker, job, run, stopping);
    logRun(log, job.name, finished);
    if (finished.outcome === "succeeded" || finished.isStopped) {
      await finishRun(db, held);
      // A run that is killed before this is repeated, and needs its file for that.
      if (run.localFile !== null) await removeLocalFile(context.config, run.localFile);
    } else if (finished.outcome === "interrupted")
      await retryRun(db, held, { waitSeconds: RESUME_SECONDS, error: null });
    else if (run.attempts < run.maxAttempts)
      await retryRun(db, held, { waitSeconds: backoff(job, run), error: finished.error });
    else await giveUp(job, held, finished.error);
  };

  /** A job with a schedule runs again by itself; the failure of another waits for an owner. */
  const giveUp = (
    job: JobDefinition | undefined,
    held: { id: number; worker: number },
    error: string,
  ) => (job?.plan.schedule === undefined ? buryRun(db, held, error) : finishRun(db, held));

  const takeOver = async (own: Worker, active: ActiveRuns) => {
    const abandoned = await listAbandonedRuns(db, own, [...active.keys()]);
    for (const { id, worker, attempts, maxAttempts, job } of abandoned) {
      const held = { id, worker };
      const error = worker === own.id ? "Its end could not be stored." : "The process ended.";
      const isForgiven = attempts < MAX_FORGIVEN_ATTEMPTS;
      const retry = { waitSeconds: RESUME_SECONDS, error, isForgiven };
      if (maxAttempts === 0) await finishRun(db, held);
      else if (isForgiven || attempts < maxAttempts) await retryRun(db, held, retry);
      else {
        await recordEnd(db, job, { outcome: "failed", error });
        await giveUp(find(job), held, error);
      }
    }
    const interrupted = abandoned.map(({ job }) => job);
    await recordAbandoned(db, interrupted);
  };

  /** Starts what is due. Returns how long to wait for the next look. */
  const look = async (worker: Worker, active: ActiveRuns): Promise<number> => {
    await takeOver(worker, active);
    await planRuns(context, jobs, now());
    const waits = await readWaits(db, names);
    for (const lane of lanes) {
      if ((waits.get(lane.name) ?? Infinity) <= 0) await startDue(worker, lane, active);
    }
    const ahead = [...waits.values()].filter((ms) => ms > 0);
    return Math.min(lookMs, ...ahead);
  };

  const startDue = async (worker: Worker, lane: Lane, active: ActiveRuns) => {
    const localFiles = await listLocalFiles(context.config);
    while (!stopping.aborted && !worker.lost.aborted) {
      const run = await takeRun(db, { worker, lane, jobs: names, localFiles });
      const job = run === null ? undefined : find(run.job);
      if (run === null || job === undefined) return;
      const running = doRun(worker, job, run)
        .catch((error: unknown) =>
          log.warn(
            { job: run.job, err: rootErrorMessage(error) },
            "the end of a run was not stored",
          ),
        )
        .finally(() => {
          active.delete(run.id);
          loop.wake();
        });
      active.set(run.id, running);
    }
  };

  /** A look that fails is made up for by the next one, beside the runs that are at work. */
  const tryToLook = async (worker: Worker, active: ActiveRuns): Promise<number> => {
    try {
      const waitMs = await look(worker, active);
      failures.end();
      return waitMs;
    } catch (error) {
      if (!stopping.aborted) failures.log(error);
      return lookMs;
    }
  };

  const serve = () =>
    withWorker(context.database, async (worker) => {
      const active: ActiveRuns = new Map();
      try {
        while (!stopping.aborted && !worker.lost.aborted) {
          const wake = loop.nextWake();
          const waitMs = await tryToLook(worker, active);
          await loop.sleep(waitMs, AbortSignal.any([wake, worker.lost]));
        }
      } finally {
        await Promise.all(active.values());
      }
    });

  const work = async () => {
    await loop.sleep(firstLookMs, loop.nextWake());
    while (!stopping.aborted) {
      try {
        await serve();
      } catch (error) {
        if (!stopping.aborted) failures.log(error);
        await loop.sleep(lookMs);
      }
    }
  };

  const working = work();
  return { wake: () => loop.wake(), stop: () => loop.stop(working, MAX_STOP_MS) };
}

/** Logs why a look failed, once for a series of the same failures. */
function createFailureLog(log: Log) {
  let lastReason = "";
  return {
    log(error: unknown) {
      const reason = rootErrorMessage(error);
      if (reason !== lastReason) log.warn({ err: reason }, "jobs cannot be looked up");
      lastReason = reason;
    },
    end() {
      lastReason = "";
    },
  };
}

/**
 * A run of the schedule is not while its job is off, or when an earlier release has made it. A
 * success in the future was before the clock was set back.
 */
function isWanted(
  job: JobDefinition,
  run: TakenRun,
  record: JobRecord | undefined,
  now: Date,
): boolean {
  if (job.plan.schedule === undefined || run.isRequested || record === undefined) return true;
  const { enabled, succeededAt } = record;
  return enabled && !(succeededAt !== null && succeededAt >= run.runAt && succeededAt <= now);
}

/** Abandoned attempts do not count as failures. */
function backoff({ plan }: JobDefinition, { attempts, maxAttempts }: TakenRun): number {
  const { retries, retrySeconds = RETRY_SECONDS, maxRetrySeconds = MAX_RETRY_SECONDS } = plan;
  const failed = attempts - Math.max(0, maxAttempts - (retries + 1));
  const seconds = retrySeconds * 2 ** Math.max(0, failed - 1);
  return Math.min(seconds * (1 + Math.random()), maxRetrySeconds);
}

/** One warning for a series of failures, as an upstream may be away for days. */
function logRun(log: Log, job: string, run: FinishedRun): void {
  const fields = { job, ms: run.durationMs };
  if (run.outcome === "succeeded")
    log.info({ ...fields, ...run.result }, run.hadFailed ? "job works again" : "job done");
  else if (run.outcome === "interrupted") log.info(fields, "job interrupted");
  else if (run.hadFailed) log.debug({ ...fields, err: run.error }, "job failed again");
  else log.warn({ ...fields, err: run.error }, "job failed");
}

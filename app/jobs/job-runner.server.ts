import { createWakeableLoop } from "~/concurrency/wakeable-loop";
import { rootErrorMessage } from "~/errors/error-message";
import type { Log } from "~/observability/log.server";
import { holdLane } from "./hold-lane.server";
import { JOBS, jobsOf, LANES, type JobName, type Lane } from "./job-list";
import type { DueRun } from "./job-queue.server";
import { planJobs } from "./job-records.server";
import { JOB_HAS_WORK, type JobContext } from "./job-work.server";
import { runJob, type FinishedRun } from "./run-job.server";
import { nextRunAt } from "./schedule";

export interface JobRunnerOptions {
  context: JobContext;
  log: Log;
  /** Before the first look at the queue, so that the start is quick. */
  firstLookMs?: number;
  /** Between looks at the queue. */
  lookMs?: number;
  now?: () => Date;
  run?: typeof runJob;
}

export interface JobRunner {
  /** Looks at the queue at once. */
  wake(): void;
  /** Interrupts what runs; waits for it a few seconds at most. */
  stop(): Promise<void>;
}

const FIRST_LOOK_MS = 5_000;
const LOOK_MS = 15_000;
/** Below the time in which the whole process has to stop. */
const MAX_STOP_MS = 5_000;

/** Runs due jobs, one per lane, until it is stopped. Several processes share the work. */
export function startJobs({
  context,
  log,
  firstLookMs = FIRST_LOOK_MS,
  lookMs = LOOK_MS,
  now = () => new Date(),
  run = runJob,
}: JobRunnerOptions): JobRunner {
  const loop = createWakeableLoop();
  const { stopping } = loop;

  const runDue = async (lane: Lane, due: DueRun, lost: AbortSignal) => {
    const { queue, database } = context;
    const { name } = due;
    const isWanted = name !== null && (due.requested || (await planJobs(database.db)).has(name));
    if (!isWanted) return queue.complete(lane, due);
    const signal = AbortSignal.any([stopping, lost]);
    const finished = await run(context, name, signal);
    logRun(log, name, finished);
    const isStoppedByOwner = finished.outcome === "interrupted" && !signal.aborted;
    if (finished.outcome === "succeeded" || isStoppedByOwner) await queue.complete(lane, due);
    else
      await queue.fail(
        lane,
        due,
        finished.outcome === "failed" ? finished.error : "The process stopped.",
      );
  };

  const look = (lane: Lane) =>
    holdLane(context.database, lane, async (lost) => {
      const { queue } = context;
      await queue.failAbandoned(lane);
      while (!stopping.aborted && !lost.aborted) {
        await scheduleJobs(context, lane, now());
        const due = await queue.take(lane);
        if (due === null) break;
        await runDue(lane, due, lost);
      }
    });

  const work = async (lane: Lane) => {
    let lastReason = "";
    await loop.sleep(firstLookMs, loop.nextWake());
    while (!stopping.aborted) {
      const wake = loop.nextWake();
      try {
        await look(lane);
        lastReason = "";
      } catch (error) {
        const reason = rootErrorMessage(error);
        if (!stopping.aborted && reason !== lastReason)
          log.warn({ lane, err: reason }, "jobs cannot be looked up");
        lastReason = reason;
      }
      await loop.sleep(lookMs, wake);
    }
  };

  const working = Promise.all(LANES.map(work));
  return { wake: () => loop.wake(), stop: () => loop.stop(working, MAX_STOP_MS) };
}

/** Every job of the lane that is on waits for its next time. One that was missed waits already. */
async function scheduleJobs(context: JobContext, lane: Lane, now: Date): Promise<void> {
  const { database, queue } = context;
  const planned = await planJobs(database.db);
  const waiting = new Map((await queue.listWaiting()).map((run) => [run.name, run]));
  for (const name of jobsOf(lane)) {
    const plan = planned.get(name);
    if (plan === undefined) continue;
    const { schedule } = JOBS[name];
    const next = nextRunAt(schedule, plan.offsetMinutes, now);
    let run = waiting.get(name);
    if (run?.retry === null && run.at > nextRunAt(schedule, plan.offsetMinutes, next)) {
      // Planned before the clock was set back.
      await queue.cancel(name);
      run = undefined;
    }
    if (run === undefined) await queue.schedule(name, next);
    // A retry keeps its back-off.
    const mayRunNow = run === undefined || (run.retry === null && run.at > now);
    if (mayRunNow && (await JOB_HAS_WORK[name]?.(context)) === true) await queue.request(name);
  }
}

/** One warning for a series of failures, as an upstream may be away for days. */
function logRun(log: Log, job: JobName, run: FinishedRun): void {
  const fields = { job, ms: run.durationMs };
  if (run.outcome === "succeeded")
    log.info({ ...fields, ...run.result }, run.hadFailed ? "job works again" : "job done");
  else if (run.outcome === "interrupted") log.info(fields, "job interrupted");
  else if (run.hadFailed) log.debug({ ...fields, err: run.error }, "job failed again");
  else log.warn({ ...fields, err: run.error }, "job failed");
}

import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { jobRuns, jobs } from "~db/schema";
import type { JobDefinition } from "./define-job";
import type { JobContext } from "./job-context.server";
import { readRecords, type JobRecord } from "./job-records.server";
import { enqueue, isWaiting, plan } from "./queue.server";
import { nextRunAt, type Schedule } from "./schedule";

/**
 * Lets every job that is on wait for its next time, unless it waits or runs. A time that passed
 * while no process ran is made up for at once, and once.
 */
export async function planRuns(
  context: JobContext,
  definitions: readonly JobDefinition[],
  now: Date,
): Promise<void> {
  const { db } = context.database;
  const timely = definitions.filter((job) => job.plan.schedule !== undefined || "isDue" in job);
  const records = await readRecords(db, definitions);
  const rows = await db
    .select({
      job: jobRuns.job,
      isAtWork: isNotNull(jobRuns.worker).mapWith(Boolean),
      attempts: jobRuns.attempts,
      runAt: jobRuns.runAt,
    })
    .from(jobRuns)
    .where(
      and(
        or(isWaiting, isNotNull(jobRuns.worker)),
        inArray(
          jobRuns.job,
          timely.map(({ name }) => name),
        ),
      ),
    );
  for (const job of timely) {
    const record = records.get(job.name);
    if (record?.enabled !== true) continue;
    const own = rows.filter((row) => row.job === job.name);
    if (own.some(({ isAtWork }) => isAtWork)) continue;
    const [waiting] = own;
    if (job.plan.schedule !== undefined)
      await planNext({ db, job, record, waiting, now }, job.plan.schedule);
    // A retry keeps its back-off.
    const mayRunNow = waiting === undefined || (waiting.attempts === 0 && waiting.runAt > now);
    if (mayRunNow && (await job.isDue?.(context)) === true) await enqueue(db, job, {});
  }
}

interface Next {
  db: JobContext["database"]["db"];
  job: JobDefinition;
  record: JobRecord;
  waiting: { attempts: number; runAt: Date } | undefined;
  now: Date;
}

async function planNext({ db, job, record, waiting, now }: Next, schedule: Schedule) {
  const after = (date: Date) => nextRunAt(schedule, record.offsetMinutes, date);
  const next = after(now);
  /** The latest time of a plan; a later one shows that the clock has been set back since. */
  const latest = after(next);
  if (waiting === undefined) {
    const following = after(record.startedAt ?? now);
    await db.transaction(async (tx) => {
      // A request that turns the job off changes its record first, and then removes what waits.
      const [enabled] = await tx
        .select({ name: jobs.name })
        .from(jobs)
        .where(and(eq(jobs.name, job.name), eq(jobs.enabled, true)))
        .for("share");
      if (enabled !== undefined) await plan(tx, job, {}, following > latest ? next : following);
    });
  } else if (waiting.attempts === 0 && waiting.runAt > latest)
    await db
      .update(jobRuns)
      .set({ runAt: next })
      .where(and(isWaiting, eq(jobRuns.key, job.name), sql`${jobRuns.attempts} = 0`));
}

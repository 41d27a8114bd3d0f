import { and, eq, isNotNull, sql } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import type { Database, Transaction } from "~db/client.server";
import { jobRuns, jobs } from "~db/schema";
import { postponeScans } from "./enqueue-scans.server";
import { JOB_PLANS, SITE_JOBS, type JobName, type PlannedJob } from "./job-names";
import { readRecords } from "./job-records.server";
import { cancelWaiting, enqueue, enqueueAgain, isWaiting, plan, stopRuns } from "./queue.server";
import { nextRunAt } from "./schedule";
import { isWorkerAlive } from "./worker.server";

/** Runs a job without a payload as soon as a process is free. Throws `Conflict` while it runs. */
export async function requestJob(db: Database, actor: Actor, name: JobName): Promise<void> {
  await db.transaction(async (tx) => {
    const running = await tx.$count(jobRuns, and(eq(jobRuns.job, name), isWorkerAlive));
    if (running > 0) throw new Conflict("job.running");
    await enqueue(tx, { name, plan: JOB_PLANS[name] }, {}, { isRequested: true });
    await recordAudit(tx, actor, { action: "job.requested", details: { job: name } });
  });
}

/** Whether a run waits for a process that is free, rather than for its time. */
export async function isJobDue(db: Database, name: JobName): Promise<boolean> {
  const due = await db.$count(
    jobRuns,
    and(isWaiting, eq(jobRuns.job, name), sql`${jobRuns.runAt} <= clock_timestamp()`),
  );
  return due > 0;
}

/**
 * Stops what runs, on whatever instance, and what is about to: all of it, or what is about a
 * subject. The schedule stays.
 */
export async function stopJob(
  db: Database,
  actor: Actor,
  name: JobName,
  subject?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (name === "scan") await postponeScans(tx, subject);
    const stopped =
      (await stopRuns(tx, name, { subject })) +
      (await cancelWaiting(tx, name, { isDue: true, subject }));
    if (stopped === 0) return;
    await recordAudit(tx, actor, {
      action: "job.stopped",
      details: { job: name, ...(subject === undefined ? {} : { subject }) },
    });
  });
}

/** A job that is off runs on request only. */
export async function switchJob(
  db: Database,
  actor: Actor,
  { name, enabled }: { name: JobName; enabled: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    await readRecords(tx);
    const [changed] = await tx
      .update(jobs)
      .set({ enabled })
      .where(and(eq(jobs.name, name), eq(jobs.enabled, !enabled)))
      .returning({ offsetMinutes: jobs.offsetMinutes });
    if (changed === undefined) return;
    const job: PlannedJob = { name, plan: JOB_PLANS[name] };
    if (!enabled) await cancelWaiting(tx, name);
    // The next run is planned from now on; what was missed meanwhile is left out.
    else if (job.plan.schedule !== undefined)
      await plan(tx, job, {}, nextRunAt(job.plan.schedule, changed.offsetMinutes, new Date()));
    const action = enabled ? "job.enabled" : "job.disabled";
    await recordAudit(tx, actor, { action, details: { job: name } });
  });
}

/** Gives a run that was given up its attempts again. Throws `NotFound`. */
export async function runAgain(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await removeFailed(tx, id);
    const job = SITE_JOBS.find(({ name }) => name === failed.job);
    if (job === undefined) throw new NotFound("job.unknown");
    await enqueueAgain(tx, job, failed);
    await recordAudit(tx, actor, { action: "job.requested", details: { job: failed.job } });
  });
}

/** Forgets a run that was given up. Throws `NotFound`. */
export async function dismissRun(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { job } = await removeFailed(tx, id);
    await recordAudit(tx, actor, { action: "job.dismissed", details: { job } });
  });
}

async function removeFailed(tx: Transaction, id: number) {
  const [failed] = await tx
    .delete(jobRuns)
    .where(and(eq(jobRuns.id, id), isNotNull(jobRuns.failedAt)))
    .returning();
  if (failed === undefined) throw new NotFound("run.notFound");
  return failed;
}

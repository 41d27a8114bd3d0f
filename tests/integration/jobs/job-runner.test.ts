import { once } from "node:events";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import { maintenance } from "~/jobs/definitions/maintenance.server";
import type { JobName } from "~/jobs/job-names";
import { listFailingJobs } from "~/jobs/job-records.server";
import type { JobRunner } from "~/jobs/job-runner.server";
import { listJobs, type JobStatus } from "~/jobs/job-status.server";
import { requestJob, switchJob } from "~/jobs/manage-jobs.server";
import { planRuns } from "~/jobs/plan-runs.server";
import { nextRunAt } from "~/jobs/schedule";
import { auditLog, jobs } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, passTime, waitOf, type TestWork } from "../../support/jobs/job-parts";

const database = await testDatabase();
const { db, sql } = database;
const parts = createJobParts(database.options);
afterAll(() => parts.close());
const command = { via: "command" } as const;
const MINUTE = 60_000;
const CLEANUP = { every: "hour" } as const;

let runner: JobRunner | null = null;
beforeEach(async () => {
  await sql`TRUNCATE jobs, job_runs`;
});
afterEach(async () => {
  await runner?.stop();
  runner = null;
});

const statusOf = async (name: JobName): Promise<JobStatus> => {
  const status = (await listJobs(db)).find((job) => job.name === name);
  if (status === undefined) throw new Error(`There is no job ${name}.`);
  return status;
};
const until = (name: JobName, expected: Partial<JobStatus>) =>
  expect.poll(() => statusOf(name)).toMatchObject(expected);
async function listPlanned(): Promise<string[]> {
  await planRuns(parts.context, ALL_JOBS, new Date());
  return (await parts.listWaiting()).map(({ name }) => name);
}
async function isWaitingForLock(): Promise<boolean> {
  const rows = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length > 0;
}
const request = (name: JobName) => requestJob(db, command, name);

/** Runs until it is interrupted. */
const runForever: TestWork = async (_context, signal) => {
  if (!signal.aborted) await once(signal, "abort");
  return {};
};
const fail: TestWork = () => Promise.reject(new Error("Jikan is away"));
const succeed: TestWork = () => Promise.resolve({ added: 3 });

describe("the schedule", () => {
  it("plans each job that is on for its next time, by the clock of the process", async () => {
    const now = new Date(Date.now() + 90 * 24 * 60 * MINUTE);
    let runs = 0;
    runner = parts.start(() => Promise.resolve({ added: (runs += 1) }), { now: () => now });
    const enabled = ALL_JOBS.filter(({ plan }) => plan.schedule && plan.enabled !== false);
    await expect.poll(async () => (await parts.listWaiting()).length).toBe(enabled.length);
    const offsets = await db.select().from(jobs);
    for (const { name, at } of await parts.listWaiting()) {
      const offset = offsets.find((row) => row.name === name)?.offsetMinutes ?? -1;
      const schedule = enabled.find((job) => job.name === name)?.plan.schedule;
      expect(at).toEqual(schedule && nextRunAt(schedule, offset, now));
    }
    expect(runs).toBe(0);
    expect(await statusOf("backup")).toMatchObject({ enabled: false, nextRunAt: null });
  });

  it("plans a job again that was planned before the clock was set back", async () => {
    const ahead = new Date(Date.now() + 365 * 24 * 60 * MINUTE);
    runner = parts.start(succeed, { now: () => ahead });
    await expect.poll(() => waitOf(database, "cleanup")).not.toBeNull();
    await runner.stop();
    const now = new Date();
    runner = parts.start(succeed, { now: () => now });
    const [row] = await db.select().from(jobs).where(eq(jobs.name, "cleanup"));
    await expect
      .poll(async () => (await parts.listWaiting("cleanup")).map(({ at }) => at))
      .toEqual([nextRunAt(CLEANUP, row?.offsetMinutes ?? -1, now)]);
  });

  it("leaves a time that a clock slightly behind would plan earlier", async () => {
    const ahead = new Date(Date.now() + 60 * MINUTE);
    runner = parts.start(succeed, { now: () => ahead });
    await expect.poll(() => waitOf(database, "cleanup")).not.toBeNull();
    await runner.stop();
    const planned = await parts.listWaiting("cleanup");
    let looks = 0;
    const now = () => {
      looks += 1;
      return new Date();
    };
    runner = parts.start(succeed, { now });
    await expect.poll(() => looks).toBeGreaterThan(ALL_JOBS.length);
    expect(await parts.listWaiting("cleanup")).toEqual(planned);
  });

  it("runs what is due, records it, and plans the next time", async () => {
    runner = parts.start(succeed);
    await expect.poll(() => waitOf(database, "airing")).not.toBeNull();
    await passTime(database, "airing");
    await until("airing", {
      outcome: "succeeded",
      result: { added: 3 },
      failures: 0,
      running: false,
    });
    await expect.poll(() => waitOf(database, "airing")).toBeGreaterThan(0);
    const { startedAt, endedAt } = await statusOf("airing");
    expect(endedAt?.getTime()).toBeGreaterThanOrEqual(startedAt?.getTime() ?? Infinity);
  });

  it("runs what is due although its last success seems to be in the future", async () => {
    runner = parts.start(succeed);
    await expect.poll(() => waitOf(database, "airing")).not.toBeNull();
    await runner.stop();
    await sql`UPDATE jobs SET succeeded_at = now() + interval '90 days' WHERE name = 'airing'`;
    await passTime(database, "airing");
    let runs = 0;
    runner = parts.start(() => Promise.resolve({ added: (runs += 1) }));
    await until("airing", { outcome: "succeeded", result: { added: 1 } });
    expect(runs).toBe(1);
  });

  it("makes up for a time that passed while no process ran, once", async () => {
    runner = parts.start(succeed);
    await expect.poll(() => waitOf(database, "sources")).not.toBeNull();
    await runner.stop();
    await sql`UPDATE job_runs SET run_at = now() - interval '3 days' WHERE job = 'sources'`;
    let runs = 0;
    runner = parts.start(() => Promise.resolve({ checked: (runs += 1) }));
    await expect.poll(() => waitOf(database, "sources")).toBeGreaterThan(0);
    expect(runs).toBe(1);
  });

  it("plans no job that is turned off meanwhile", async () => {
    await listPlanned();
    await sql`TRUNCATE job_runs`;
    let planned: Promise<unknown> | undefined;
    let hasEnded = false;
    await db.transaction(async (tx) => {
      await tx.update(jobs).set({ enabled: false }).where(eq(jobs.name, "cleanup"));
      planned = listPlanned().finally(() => (hasEnded = true));
      await expect.poll(async () => hasEnded || (await isWaitingForLock())).toBe(true);
    });
    expect(await planned).not.toContain("cleanup");
  });

  it("leaves jobs of another version alone", async () => {
    await parts.request("airing");
    await sql`UPDATE job_runs SET job = 'polish', key = 'polish'`;
    let runs = 0;
    runner = parts.start(() => Promise.resolve({ added: (runs += 1) }));
    await expect.poll(() => waitOf(database, "airing")).toBeGreaterThan(0);
    expect(runs).toBe(0);
  });
});

describe("a job that fails", () => {
  it("is retried later each time, shown to owners from the second failure, until it works", async () => {
    let work = fail;
    runner = parts.start((...given) => work(...given));
    await request("airing");
    await until("airing", { outcome: "failed", failures: 1, error: "Jikan is away" });
    const { failingSince } = await statusOf("airing");
    expect(failingSince).not.toBeNull();
    expect(await listFailingJobs(db)).toEqual([]);
    await expect.poll(() => waitOf(database, "airing")).toBeGreaterThan(4 * MINUTE);
    expect(await waitOf(database, "airing")).toBeLessThanOrEqual(10 * MINUTE);

    await passTime(database, "airing");
    await until("airing", { failures: 2, failingSince });
    expect(await listFailingJobs(db)).toEqual(["airing"]);
    await expect.poll(() => waitOf(database, "airing")).toBeGreaterThan(9 * MINUTE);
    expect(await waitOf(database, "airing")).toBeLessThanOrEqual(20 * MINUTE);

    work = succeed;
    await passTime(database, "airing");
    await until("airing", { outcome: "succeeded", failures: 0, failingSince: null, error: null });
    expect(await listFailingJobs(db)).toEqual([]);
  });

  it("waits for its schedule once its retries are used up", async () => {
    runner = parts.start(fail);
    await request("maintenance");
    for (let failures = 1; failures <= maintenance.plan.retries + 1; failures += 1) {
      await until("maintenance", { failures, running: false });
      if (failures <= maintenance.plan.retries) {
        await expect.poll(() => waitOf(database, "maintenance")).not.toBeNull();
        expect(await statusOf("maintenance")).toMatchObject({
          retry: { number: failures, of: maintenance.plan.retries },
        });
        await passTime(database, "maintenance");
      }
    }
    await expect
      .poll(async () => {
        const { nextRunAt: next, scheduledAt } = await statusOf("maintenance");
        return next?.getTime() === scheduledAt?.getTime();
      })
      .toBe(true);
    expect(await statusOf("maintenance")).toMatchObject({ retry: null });
  });

  it("is not shown to owners while it is off", async () => {
    runner = parts.start(fail);
    await request("airing");
    await until("airing", { failures: 1 });
    await expect.poll(() => waitOf(database, "airing")).not.toBeNull();
    await passTime(database, "airing");
    await until("airing", { failures: 2, running: false });
    await switchJob(db, command, { name: "airing", enabled: false });
    expect(await listFailingJobs(db)).toEqual([]);
  });
});

describe("an owner", () => {
  it("turns a job off and on, which is recorded once each", async () => {
    await db.delete(auditLog);
    runner = parts.start(succeed);
    await expect.poll(() => waitOf(database, "cleanup")).not.toBeNull();
    const turn = (enabled: boolean) => switchJob(db, command, { name: "cleanup", enabled });
    await turn(false);
    await turn(false);
    expect(await statusOf("cleanup")).toMatchObject({ enabled: false, nextRunAt: null });
    await turn(true);
    runner.wake();
    await expect.poll(() => waitOf(database, "cleanup")).toBeGreaterThan(0);
    const recorded = await db.select({ action: auditLog.action }).from(auditLog);
    expect(recorded).toEqual([{ action: "job.disabled" }, { action: "job.enabled" }]);
  });

  it("runs a job that is off, on request only", async () => {
    runner = parts.start(succeed);
    await request("backup");
    await until("backup", { outcome: "succeeded", enabled: false });
    expect(await waitOf(database, "backup")).toBeNull();
    // A run that another instance planned before the job was turned off.
    await parts.schedule("backup", new Date(Date.now() - MINUTE));
    const [before] = await db.select().from(jobs).where(eq(jobs.name, "backup"));
    await expect.poll(() => waitOf(database, "backup")).toBeNull();
    const [after] = await db.select().from(jobs).where(eq(jobs.name, "backup"));
    expect(after?.startedAt).toEqual(before?.startedAt);
  });

  it("cannot request a job that runs, and requests one run by two clicks", async () => {
    runner = parts.start(runForever);
    await request("sources");
    await until("sources", { running: true });
    await expect(request("sources")).rejects.toMatchObject({ code: "conflict" });
    await Promise.all([request("cleanup"), request("cleanup")]);
    const waiting = (await parts.listWaiting()).filter(({ name }) => name === "cleanup");
    expect(waiting).toHaveLength(1);
  });
});

describe("stopping", () => {
  it("interrupts what runs, which is retried and is no failure", async () => {
    runner = parts.start(runForever);
    await request("listing");
    await until("listing", { running: true, outcome: null });
    await runner.stop();
    expect(await statusOf("listing")).toMatchObject({
      running: false,
      outcome: "interrupted",
      failures: 0,
    });
    // It is taken up again within a minute.
    expect(await waitOf(database, "listing")).toBeLessThanOrEqual(30_000);
  });

  it("does not wait for work that ignores it", { tags: "rest" }, async () => {
    const endless = createJobParts(database.options);
    let hasStarted = false;
    runner = endless.start(() => {
      hasStarted = true;
      return new Promise(() => undefined);
    });
    await request("episodes");
    await expect.poll(() => hasStarted).toBe(true);
    await runner.stop();
    await endless.close();
    await until("episodes", { running: false, outcome: "interrupted" });
  });
});

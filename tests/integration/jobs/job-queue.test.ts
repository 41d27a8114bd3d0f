import { once } from "node:events";
import { eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineJob, type JobDefinition, type JobRun } from "~/jobs/define-job";
import { cleanup } from "~/jobs/definitions/cleanup.server";
import type { JobRunner } from "~/jobs/job-runner.server";
import { listJobs } from "~/jobs/job-status.server";
import { dismissRun, runAgain, stopJob } from "~/jobs/manage-jobs.server";
import { enqueue, retryRun, takeRun } from "~/jobs/queue.server";
import { auditLog, jobRuns } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";

const database = await testDatabase();
const { db, sql } = database;
const parts = createJobParts(database.options);
afterAll(() => parts.close());
const command = { via: "command" } as const;
const HOUR_SECONDS = 3_600;

let runner: JobRunner | null = null;
beforeEach(async () => {
  await sql`TRUNCATE jobs, job_runs, audit_log`;
});
afterEach(async () => {
  await runner?.stop();
  runner = null;
});

interface Delivery {
  user: string;
  number: number;
}

/** A job as one that tells other services of a user's changes would be. */
function defineDelivery(work: (run: JobRun<Delivery>) => Promise<void>) {
  return defineJob({
    name: "delivery",
    plan: { lane: { name: "outgoing", concurrency: 2 }, retries: 8 },
    payload: z.object({ user: z.string(), number: z.number() }),
    key: ({ user, number }) => `${user} ${number}`,
    subject: ({ user }) => user,
    async work(_context, run) {
      await work(run);
      return {};
    },
  });
}

const start = (...jobs: JobDefinition[]) => (runner = parts.start(null, { jobs, lookMs: 20 }));
const remaining = () => db.$count(jobRuns);
const rows = () => db.select().from(jobRuns).orderBy(jobRuns.id);

/** Runs that stay at work until they are released, with what was at work together. */
function createGate() {
  const active: Delivery[] = [];
  const ended: Delivery[] = [];
  const waiting: (() => void)[] = [];
  return {
    active,
    ended,
    work: async ({ payload }: JobRun<Delivery>) => {
      active.push(payload);
      await new Promise<void>((resolve) => waiting.push(resolve));
      active.splice(active.indexOf(payload), 1);
      ended.push(payload);
    },
    release: () => waiting.shift()?.(),
  };
}

/** A run that a process had taken which has died since. */
const addAbandoned = (fields: Partial<typeof jobRuns.$inferInsert>) =>
  db
    .insert(jobRuns)
    .values({
      job: "delivery",
      lane: "outgoing",
      key: "delivery ana 1",
      payload: { user: "ana", number: 1 },
      maxAttempts: 9,
      attempts: 1,
      worker: 7,
      startedAt: new Date(),
      ...fields,
    })
    .returning({ id: jobRuns.id, worker: jobRuns.worker });

describe("a lane", () => {
  it("works for as many subjects as it allows, and for each in order and one at a time", async () => {
    const gate = createGate();
    const delivery = defineDelivery(gate.work);
    for (const number of [1, 2])
      for (const user of ["ana", "ben", "cai"]) await enqueue(db, delivery, { user, number });
    start(delivery);
    const together: string[][] = [];
    while (gate.ended.length < 6) {
      const expected = Math.min(2, new Set((await rows()).map(({ subject }) => subject)).size);
      await expect.poll(() => gate.active.length).toBe(expected);
      together.push(gate.active.map(({ user }) => user));
      const done = gate.ended.length;
      gate.release();
      await expect.poll(() => gate.ended.length).toBe(done + 1);
      await expect.poll(remaining).toBe(6 - gate.ended.length);
    }
    for (const users of together) expect(new Set(users).size).toBe(users.length);
    for (const user of ["ana", "ben", "cai"])
      expect(gate.ended.filter((run) => run.user === user).map(({ number }) => number)).toEqual([
        1, 2,
      ]);
  });

  it("gives one run, whatever plan Postgres chooses", async () => {
    const job = defineDelivery(() => Promise.resolve());
    for (const user of ["ana", "ben", "cem"]) await enqueue(db, job, { user, number: 1 });
    const { lane } = job.plan;
    const worker = { id: 7, lost: new AbortController().signal };
    const run = await db.transaction(async (tx) => {
      for (const method of ["hashjoin", "mergejoin", "hashagg", "sort", "material"])
        await tx.execute(`SET LOCAL enable_${method} = off`);
      await tx.execute("SET LOCAL enable_indexscan = off");
      await tx.execute("SET LOCAL enable_bitmapscan = off");
      return takeRun(tx, {
        ...{ worker, lane, jobs: [job.name], localFiles: [] },
      });
    });
    expect(run).toMatchObject({ payload: { user: "ana" } });
    expect((await rows()).map((row) => row.worker)).toEqual(
      expect.arrayContaining([7, null, null]),
    );
  });

  it("keeps no other lane waiting while it is full, nor others behind a busy subject", async () => {
    const gate = createGate();
    const delivery = defineDelivery(gate.work);
    let swept = 0;
    const sweep = defineJob({
      name: "sweep",
      plan: { lane: { name: "site", concurrency: 1 }, retries: 0 },
      payload: z.object({}),
      work: () => Promise.resolve({ swept: (swept += 1) }),
    });
    for (let number = 1; number <= 10; number += 1)
      await enqueue(db, delivery, { user: "ana", number });
    await enqueue(db, delivery, { user: "ben", number: 1 });
    start(delivery, sweep);
    // Two runs that start together may begin in either order.
    await expect.poll(() => gate.active.map(({ user }) => user).sort()).toEqual(["ana", "ben"]);
    await enqueue(db, sweep, {});
    await expect.poll(() => swept).toBe(1);
    expect(gate.active).toHaveLength(2);
    await db.delete(jobRuns).where(isNull(jobRuns.worker));
    gate.release();
    gate.release();
    await expect.poll(remaining).toBe(0);
  });
});

describe("enqueueing", () => {
  const delivery = defineDelivery(() => Promise.resolve());
  const one = { user: "ana", number: 1 };

  it("is part of the transaction of its cause", async () => {
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, delivery, one);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await remaining()).toBe(0);
    await db.transaction((tx) => enqueue(tx, delivery, one));
    expect(await remaining()).toBe(1);
  });

  it("joins a run of the same key that waits, at the earlier time and with all attempts", async () => {
    const later = new Date(Date.now() + HOUR_SECONDS * 1_000);
    await enqueue(db, delivery, one, { runAt: later });
    await db.update(jobRuns).set({ attempts: 3 });
    await Promise.all(Array.from({ length: 20 }, () => enqueue(db, delivery, one)));
    await enqueue(db, delivery, one, { runAt: later });
    const [run, ...more] = await rows();
    expect(more).toEqual([]);
    expect(run?.attempts).toBe(0);
    expect(run?.runAt.getTime()).toBeLessThan(later.getTime() - 60_000);
  });

  it("adds a run beside one of the same key that is at work", async () => {
    const gate = createGate();
    const gated = defineDelivery(gate.work);
    await enqueue(db, gated, one);
    start(gated);
    await expect.poll(() => gate.active.length).toBe(1);
    await enqueue(db, gated, one);
    expect(await remaining()).toBe(2);
    gate.release();
    await expect.poll(() => gate.ended.length).toBe(1);
    await expect.poll(() => gate.active.length).toBe(1);
    gate.release();
    await expect.poll(remaining).toBe(0);
  });
});

describe("a run that fails", () => {
  it("is tried again for most of a day, ever later, and is then kept for an owner", async () => {
    let isAway = true;
    const delivery = defineDelivery(() =>
      isAway ? Promise.reject(new Error("the service is away")) : Promise.resolve(),
    );
    await enqueue(db, delivery, { user: "ana", number: 1 });
    start(delivery);
    let seconds = 0;
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await expect
        .poll(async () => (await rows())[0])
        .toMatchObject({
          attempts: attempt,
          worker: null,
          failedAt: null,
          error: "the service is away",
        });
      const [row] = await sql<{ wait: number }[]>`
        SELECT extract(epoch FROM run_at - now())::float8 AS wait FROM job_runs`;
      const least = 300 * 2 ** (attempt - 1);
      expect(row?.wait).toBeGreaterThan(least - 60);
      expect(row?.wait).toBeLessThanOrEqual(least * 2);
      seconds += row?.wait ?? 0;
      await sql`UPDATE job_runs SET run_at = now()`;
    }
    expect(seconds).toBeGreaterThan(20 * HOUR_SECONDS);
    await expect.poll(async () => (await rows())[0]?.failedAt).toBeInstanceOf(Date);
    const [failed] = await rows();
    expect(failed).toMatchObject({
      worker: null,
      attempts: 9,
      payload: { user: "ana", number: 1 },
    });
    isAway = false;
    await enqueue(db, delivery, { user: "ana", number: 1 });
    await expect.poll(remaining).toBe(0);
  });

  it("waits no longer than its job allows", async () => {
    const failing = defineDelivery(() => Promise.reject(new Error("the service is away")));
    const delivery = {
      ...failing,
      plan: { ...failing.plan, retrySeconds: 1_000, maxRetrySeconds: 1_100 },
    };
    await enqueue(db, delivery, { user: "ana", number: 1 });
    await db.update(jobRuns).set({ attempts: 3 });
    start(delivery);
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(4);
    await expect.poll(async () => (await rows())[0]?.worker).toBeNull();
    const [row] = await sql<{ wait: number }[]>`
      SELECT extract(epoch FROM run_at - now())::float8 AS wait FROM job_runs`;
    expect(row?.wait).toBeGreaterThan(1_000);
    expect(row?.wait).toBeLessThanOrEqual(1_100);
  });

  it("waits by the attempts that failed, and not by those that were abandoned", async () => {
    const failing = defineDelivery(() => Promise.reject(new Error("the service is away")));
    const delivery = { ...failing, plan: { ...failing.plan, retrySeconds: 1_000 } };
    await enqueue(db, delivery, { user: "ana", number: 1 });
    await sql`UPDATE job_runs SET attempts = 3, max_attempts = max_attempts + 3`;
    start(delivery);
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(4);
    await expect.poll(async () => (await rows())[0]?.worker).toBeNull();
    const [row] = await sql<{ wait: number }[]>`
      SELECT extract(epoch FROM run_at - now())::float8 AS wait FROM job_runs`;
    expect(row?.wait).toBeGreaterThan(900);
    expect(row?.wait).toBeLessThanOrEqual(2_000);
  });

  it("with a payload of another shape is kept without being worked on", async () => {
    let runs = 0;
    const delivery = defineDelivery(() => Promise.resolve(void (runs += 1)));
    await enqueue(db, delivery, { user: "ana", number: 1 });
    await sql`UPDATE job_runs SET payload = '{"user": 1}', max_attempts = 1`;
    start(delivery);
    await expect.poll(async () => (await rows())[0]?.failedAt).toBeInstanceOf(Date);
    expect(runs).toBe(0);
  });

  it("is run again or dismissed once by an owner, which is recorded", async () => {
    const bury = async () => {
      await enqueue(db, cleanup, {});
      await sql`UPDATE job_runs SET failed_at = now(), error = 'the disk is full', attempts = 2`;
      const [run] = await rows();
      return run?.id ?? 0;
    };
    const again = await bury();
    expect((await listJobs(db)).find(({ name }) => name === "cleanup")?.failed).toMatchObject([
      { id: again, error: "the disk is full" },
    ]);
    await runAgain(db, command, again);
    expect(await rows()).toMatchObject([{ attempts: 0, failedAt: null, isRequested: true }]);
    await expect(runAgain(db, command, again)).rejects.toMatchObject({ code: "not-found" });
    await db.delete(jobRuns);
    const dismissed = await bury();
    await dismissRun(db, command, dismissed);
    expect(await remaining()).toBe(0);
    await expect(dismissRun(db, command, dismissed)).rejects.toMatchObject({ code: "not-found" });
    const actions = await db.select({ action: auditLog.action }).from(auditLog);
    expect(actions).toEqual([{ action: "job.requested" }, { action: "job.dismissed" }]);
  });
});

describe("a run at work", () => {
  it("shows how far it is, and ends for good when an owner stops it", async () => {
    const working: JobDefinition = {
      ...cleanup,
      async work(_context, { signal, report }) {
        report({ fraction: 0.25, counts: { uploads: 5 } });
        if (!signal.aborted) await once(signal, "abort");
        return {};
      },
    };
    await enqueue(db, cleanup, {}, { isRequested: true });
    runner = parts.start(null, { jobs: [working] });
    const status = async () => (await listJobs(db)).find(({ name }) => name === "cleanup");
    await expect
      .poll(status)
      .toMatchObject({ running: true, active: [{ fraction: 0.25, counts: { uploads: 5 } }] });
    await stopJob(db, command, "cleanup");
    await expect
      .poll(status)
      .toMatchObject({ running: false, outcome: "interrupted", failures: 0, failed: [] });
    await expect
      .poll(async () => (await db.select().from(jobRuns).where(eq(jobRuns.attempts, 0))).length)
      .toBe(1);
    expect(await rows()).toMatchObject([{ isRequested: false, attempts: 0 }]);
  });
});

describe("a run that nobody works on", () => {
  it("keeps no command from working in its lane", async () => {
    await addAbandoned({ job: "airing", key: "airing", lane: "jikan", payload: {} });
    const work = () => Promise.reject(new Error("Jikan is away"));
    const { outcome } = await parts.run("airing", undefined, {
      ...parts.context,
      jikan: new Proxy(parts.context.jikan, { get: () => work }),
    });
    expect(outcome).toBe("failed");
  });

  it("is not tried again when an owner has stopped it", async () => {
    await addAbandoned({ stopRequested: true });
    start(defineDelivery(() => Promise.resolve()));
    await expect.poll(remaining).toBe(0);
  });

  it("keeps its payload and its request when another of its key waits", async () => {
    const delivery = defineDelivery(() => Promise.resolve());
    const [run] = await addAbandoned({
      payload: { user: "ana", number: 1, again: true },
      isRequested: true,
    });
    await enqueue(db, delivery, { user: "ana", number: 1 }, { runAt: new Date(Date.now() + 1e6) });
    await retryRun(db, { id: run?.id ?? 0, worker: 7 }, { waitSeconds: 30, error: null });
    expect(await rows()).toMatchObject([
      { worker: null, isRequested: true, payload: { user: "ana", number: 1, again: true } },
    ]);
  });

  it("is tried again when its end could not be stored", async () => {
    const gate = createGate();
    const delivery = defineDelivery(gate.work);
    await enqueue(db, delivery, { user: "ana", number: 1 });
    start(delivery);
    await expect.poll(() => gate.active.length).toBe(1);
    await sql`ALTER TABLE jobs RENAME TO jobs_away`;
    gate.release();
    await expect.poll(() => gate.ended.length).toBe(1);
    await expect
      .poll(async () => (await rows()).map(({ error }) => error))
      .toEqual(["Its end could not be stored."]);
    await sql`ALTER TABLE jobs_away RENAME TO jobs`;
    expect(await rows()).toMatchObject([{ worker: null, attempts: 1, maxAttempts: 10 }]);
  });

  it.each([
    [4, 1, { worker: null, failedAt: null, attempts: 4, maxAttempts: 2 }],
    [4, 9, { worker: null, failedAt: null, attempts: 4, maxAttempts: 10 }],
    [5, 9, { worker: null, failedAt: null, attempts: 5, maxAttempts: 9 }],
    [5, 1, { worker: null, failedAt: expect.any(Date) as Date, attempts: 5, maxAttempts: 1 }],
  ])("goes on when attempt %d of %d was abandoned, up to a limit", async (attempts, max, row) => {
    await addAbandoned({ attempts, maxAttempts: max });
    start(defineDelivery(() => Promise.resolve()));
    await expect.poll(rows).toMatchObject([{ ...row, error: "The process ended." }]);
  });
});

describe("a look at the queue that fails", () => {
  it("is made up for while other runs are at work", async () => {
    const gate = createGate();
    const delivery = defineDelivery(gate.work);
    await enqueue(db, delivery, { user: "ana", number: 1 });
    start(delivery);
    await expect.poll(() => gate.active.length).toBe(1);
    await sql`ALTER TABLE job_runs RENAME COLUMN run_at TO run_at_away`;
    // Long enough for a look, of which there is one every 20 ms.
    await sql`SELECT pg_sleep(0.3)`;
    await sql`ALTER TABLE job_runs RENAME COLUMN run_at_away TO run_at`;
    await enqueue(db, delivery, { user: "ben", number: 1 });
    await expect.poll(() => gate.active.length).toBe(2);
    gate.release();
    gate.release();
    await expect.poll(remaining).toBe(0);
  });
});

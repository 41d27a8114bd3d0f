// @module-tag rest
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { stopRuns, enqueue } from "~/jobs/queue.server";
import { jobRuns, jobs } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { EFFECT_LANE, effectJob, type Effect } from "../../support/jobs/effect-job";

const database = await testDatabase();
const { db, sql } = database;
const job = effectJob(() => Promise.reject(new Error("Children work.")));

await sql`CREATE TABLE effects (number integer PRIMARY KEY, pid integer)`;
await sql`CREATE TABLE effects_gate (released boolean NOT NULL)`;
await sql`CREATE TABLE effect_starts (number integer, pid integer,
  started_at timestamptz DEFAULT clock_timestamp(), ended_at timestamptz)`;

beforeEach(async () => {
  await sql`TRUNCATE jobs, job_runs, effects, effect_starts, effects_gate`;
  await sql`INSERT INTO effects_gate VALUES (false)`;
});
afterAll(() => database.sql`DROP TABLE effects, effects_gate, effect_starts`);

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(inject("commands"), "effects-child.js")], {
    env: { ...process.env, AKARI_DATABASE: JSON.stringify(database.options) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  });
  await once(child.stdout, "data");
  return child;
}

const add = (effect: Effect) => enqueue(db, job, effect);
const release = () => sql`UPDATE effects_gate SET released = true`;
const effects = () => sql<{ number: number; pid: number }[]>`SELECT * FROM effects ORDER BY number`;
const starts = () =>
  sql<{ number: number; pid: number }[]>`SELECT number, pid FROM effect_starts ORDER BY started_at`;
const waiting = () => sql`SELECT id FROM job_runs WHERE worker IS NULL AND failed_at IS NULL`;
/** What waits for its next attempt becomes due. */
const passTime = () => sql`UPDATE job_runs SET run_at = now() WHERE worker IS NULL`;

describe("runs on two processes", () => {
  it(
    "have a thousand effects, each once, and no more at work than a lane allows",
    { tags: ["nightly"] },
    async () => {
      await db.transaction(async (tx) => {
        for (let number = 0; number < 1_000; number += 1)
          await enqueue(tx, job, { number, subject: String(number % 10) });
      });
      await Promise.all([startChild(), startChild()]);
      await expect.poll(() => db.$count(jobRuns), { timeout: 200_000 }).toBe(0);
      expect((await effects()).map(({ number }) => number)).toEqual(
        Array.from({ length: 1_000 }, (_, number) => number),
      );
      const ran = await starts();
      expect(ran).toHaveLength(1_000);
      expect(new Set(ran.map(({ pid }) => pid)).size).toBe(2);
      const [most] = await sql<{ at_once: number; of_a_subject: number }[]>`
      SELECT max(at_once)::int AS at_once, max(of_a_subject)::int AS of_a_subject FROM (
        SELECT count(*) AS at_once,
          count(*) FILTER (WHERE b.number % 10 = a.number % 10) AS of_a_subject
        FROM effect_starts a JOIN effect_starts b
          ON b.started_at <= a.started_at AND b.ended_at > a.started_at
        GROUP BY a.number) AS counted`;
      expect(most?.at_once).toBeLessThanOrEqual(EFFECT_LANE.concurrency);
      expect(most?.of_a_subject).toBe(1);
    },
  );

  it(
    "have one effect when a process is killed in the transaction of the first",
    { tags: "nightly" },
    async () => {
      const killed = await startChild();
      await add({ number: 1, subject: "a", then: "hang" });
      await expect.poll(starts).toHaveLength(1);
      const other = await startChild();
      killed.kill("SIGKILL");
      await expect.poll(waiting).toHaveLength(1);
      expect(await effects()).toEqual([]);
      await release();
      await passTime();
      await expect.poll(effects).toEqual([{ number: 1, pid: other.pid }]);
      await expect.poll(() => db.$count(jobRuns)).toBe(0);
    },
  );

  it(
    "are not taken over from a process that is stopped, and end when it continues",
    { tags: "nightly" },
    async () => {
      const stopped = await startChild();
      await add({ number: 1, subject: "a", then: "wait" });
      await expect.poll(starts).toHaveLength(1);
      stopped.kill("SIGSTOP");
      await startChild();
      await release();
      await add({ number: 2, subject: "b" });
      await expect.poll(effects).toMatchObject([{ number: 2 }]);
      // A hundred looks of the other process.
      await sleep(1_000);
      expect(await starts()).toHaveLength(2);
      stopped.kill("SIGCONT");
      await expect.poll(effects).toMatchObject([{ number: 1, pid: stopped.pid }, { number: 2 }]);
      await expect.poll(() => db.$count(jobRuns)).toBe(0);
      expect(await starts()).toHaveLength(2);
    },
  );

  it("are aborted when their process loses its lock, and have one effect", async () => {
    await startChild();
    await add({ number: 1, subject: "a", then: "wait" });
    await expect.poll(starts).toHaveLength(1);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 4210593 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(waiting).toHaveLength(1);
    expect(await effects()).toEqual([]);
    await release();
    await passTime();
    await expect.poll(effects).toHaveLength(1);
    await expect.poll(() => db.$count(jobRuns)).toBe(0);
  });

  it("stop on the other process when an owner asks for it", async () => {
    await startChild();
    await add({ number: 1, subject: "a", then: "wait" });
    await expect.poll(starts).toHaveLength(1);
    expect(await stopRuns(db, job.name)).toBe(1);
    await expect.poll(() => db.$count(jobRuns)).toBe(0);
    expect(await effects()).toEqual([]);
  });

  it(
    "fail for good when attempts that nobody forgives end their process, as owners are told",
    { tags: ["nightly"] },
    async () => {
      await add({ number: 1, subject: "a", then: "crash" });
      // Four attempts were abandoned and forgiven before.
      await sql`UPDATE job_runs SET attempts = 4, max_attempts = max_attempts + 4`;
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const child = await startChild();
        await expect
          .poll(() => child.signalCode, { message: `attempt ${attempt}` })
          .toBe("SIGKILL");
        const last = await startChild();
        if (attempt < 3) {
          await expect.poll(waiting).toHaveLength(1);
          last.kill("SIGKILL");
          await once(last, "close");
          await passTime();
        }
      }
      await expect
        .poll(() => db.select().from(jobRuns))
        .toMatchObject([
          { attempts: 7, failedAt: expect.any(Date) as Date, error: "The process ended." },
        ]);
      expect(await starts()).toHaveLength(3);
      expect(await db.select().from(jobs)).toMatchObject([
        { name: "effect", outcome: "failed", failures: 1, error: "The process ended." },
      ]);
    },
  );
});

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { jobsOf } from "~/jobs/job-list";
import { listJobs } from "~/jobs/job-records.server";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, passTime, waitOf } from "../../support/jobs/job-parts";

const database = await testDatabase();
const { sql } = database;
const parts = createJobParts(database.options);
afterAll(() => parts.close());

beforeEach(async () => {
  await parts.queue.listWaiting();
  await sql`TRUNCATE jobs, akari_jobs.job`;
  await sql`DROP TABLE IF EXISTS job_log`;
  await sql`
    CREATE TABLE job_log (id serial, pid int, ended_at timestamptz,
      started_at timestamptz DEFAULT clock_timestamp())`;
});

async function startChild(runMs: number): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "../../support/jobs/jobs-child.ts")],
    {
      env: {
        ...process.env,
        AKARI_DATABASE: JSON.stringify(database.options),
        AKARI_RUN_MS: String(runMs),
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  });
  await once(child.stdout, "data");
  return child;
}

interface Logged {
  pid: number;
  started_at: Date;
  ended_at: Date | null;
}
const readLog = () => sql<Logged[]>`SELECT * FROM job_log ORDER BY id`;

describe("two processes", () => {
  it("create the queue together", async () => {
    for (let round = 0; round < 3; round += 1) {
      await sql`DROP SCHEMA akari_jobs CASCADE`;
      const others = Array.from({ length: 3 }, () => createJobParts(database.options));
      const waiting = await Promise.all(others.map(({ queue }) => queue.listWaiting()));
      expect(waiting).toEqual([[], [], []]);
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it("run each request once, and never two jobs of a lane at a time", async () => {
    await Promise.all([startChild(5), startChild(5)]);
    const lane = jobsOf("jikan");
    const hasEachRun = async () => new Set((await readLog()).map(({ pid }) => pid)).size === 2;
    let round = 0;
    while (round < 12 || !(await hasEachRun())) {
      round += 1;
      await Promise.all(lane.map((name) => parts.queue.request(name)));
      await expect
        .poll(async () => (await readLog()).filter((run) => run.ended_at !== null).length)
        .toBe(round * lane.length);
    }
    const runs = await readLog();
    expect(runs).toHaveLength(round * lane.length);
    const overlapping = await sql`
      SELECT 1 FROM job_log a JOIN job_log b
      ON a.id < b.id AND b.started_at < a.ended_at AND a.started_at < b.ended_at`;
    expect(overlapping).toHaveLength(0);
  });

  it("recover a job whose process was killed: it is interrupted, and runs again later", async () => {
    const killed = await startChild(600_000);
    await parts.queue.request("listing");
    await expect.poll(async () => (await readLog()).length).toBe(1);
    const other = await startChild(5);
    killed.kill("SIGKILL");
    const find = async () =>
      (await listJobs(database, parts.queue)).find(({ name }) => name === "listing");
    await expect
      .poll(find)
      .toMatchObject({ running: false, outcome: "interrupted", failures: 0, enabled: true });
    // A crash that repeats does not run it in a circle.
    await expect.poll(() => waitOf(database, "listing")).toBeGreaterThan(60_000);
    await passTime(database, "listing");
    await expect.poll(find).toMatchObject({ outcome: "succeeded" });
    const runs = await readLog();
    expect(runs.map(({ pid }) => pid)).toEqual([killed.pid, other.pid]);
  });
});

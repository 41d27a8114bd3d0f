// @module-tag rest
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { backupFolder, backupName } from "~/features/backup/backup-format";
import { verifyBackup } from "~/features/backup/read-backup.server";
import { fileImport } from "~/jobs/definitions/file-import.server";
import { SITE_JOBS, type JobName } from "~/jobs/job-names";
import { listJobs } from "~/jobs/job-status.server";
import { JIKAN } from "~/jobs/lanes";
import { importsFolder } from "~/jobs/local-files.server";
import { enqueue } from "~/jobs/queue.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, passTime, waitOf } from "../../support/jobs/job-parts";
import { createOwner } from "../../support/server/owner";
import { title } from "../catalog/import-support";

const database = await testDatabase();
const { sql } = database;
const parts = createJobParts(database.options);
afterAll(() => parts.close());

beforeEach(async () => {
  await sql`TRUNCATE jobs, job_runs`;
  await sql`DROP TABLE IF EXISTS job_log`;
  await sql`
    CREATE TABLE job_log (id serial, pid int, ended_at timestamptz,
      started_at timestamptz DEFAULT clock_timestamp())`;
});

const startChild = (runMs: number) => startProcess({ AKARI_RUN_MS: String(runMs) });

async function startProcess(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(inject("commands"), "jobs-child.js")], {
    env: {
      ...process.env,
      AKARI_DATABASE: JSON.stringify(database.options),
      ...environment,
    },
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

interface Logged {
  pid: number;
  started_at: Date;
  ended_at: Date | null;
}
const readLog = () => sql<Logged[]>`SELECT * FROM job_log ORDER BY id`;

describe("two processes", () => {
  it("run each request once, and never two jobs of a lane at a time", async () => {
    await Promise.all([startChild(5), startChild(5)]);
    const lane = SITE_JOBS.filter(
      ({ plan }) => plan.lane === JIKAN && plan.schedule !== undefined,
    ).map(({ name }) => name);
    const hasEachRun = async () => new Set((await readLog()).map(({ pid }) => pid)).size === 2;
    let round = 0;
    while (round < 12 || !(await hasEachRun())) {
      round += 1;
      await Promise.all(lane.map((name) => parts.request(name)));
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

  it(
    "recover a job whose process was killed: it is interrupted, and runs again later",
    { tags: "nightly" },
    async () => {
      const killed = await startChild(600_000);
      await parts.request("listing");
      await expect.poll(async () => (await readLog()).length).toBe(1);
      const other = await startChild(5);
      killed.kill("SIGKILL");
      const find = async () => (await listJobs(database.db)).find(({ name }) => name === "listing");
      await expect
        .poll(find)
        .toMatchObject({ running: false, outcome: "interrupted", failures: 0, enabled: true });
      // The next run waits up to a minute, so that a crash does not repeat in a circle.
      await expect.poll(() => waitOf(database, "listing")).not.toBeNull();
      const wait = await waitOf(database, "listing");
      expect(wait).toBeGreaterThan(20_000);
      expect(wait).toBeLessThanOrEqual(30_000);
      await passTime(database, "listing");
      await expect.poll(find).toMatchObject({ outcome: "succeeded" });
      const runs = await readLog();
      expect(runs.map(({ pid }) => pid)).toEqual([killed.pid, other.pid]);
    },
  );

  it(
    "repeat a run that was killed between its effect and its end, without a second effect",
    { tags: "nightly" },
    async () => {
      const dataDir = createDataDir();
      onTestFinished(() => removeDataDir(dataDir));
      const { userId } = await createOwner(database);
      await sql`
      INSERT INTO saved_searches (user_id, name, query, position, known, compared_version)
      VALUES (${userId}, 'All', '', 0, '{}', -1)`;
      const file = "upload";
      mkdirSync(importsFolder({ dataDir }), { recursive: true });
      const path = join(importsFolder({ dataDir }), file);
      writeFileSync(path, JSON.stringify(title(1)));
      const effects = async () => ({
        titles: await sql`SELECT mal_id, xmin::text FROM animes`,
        matches: await sql`SELECT known, fresh FROM saved_searches`,
      });
      const find = async (name: JobName) =>
        (await listJobs(database.db)).find((job) => job.name === name);
      const killed = async () => {
        const child = await startProcess({ DATA_DIR: dataDir, AKARI_KILL: "yes" });
        await once(child, "close");
      };
      const upload = { file, kind: "animes", subject: "anime.ndjson", startedBy: userId } as const;
      await enqueue(database.db, fileImport, upload);
      await killed();
      await parts.request("searches");
      await killed();
      const before = await effects();
      expect(before).toMatchObject({ titles: [{ mal_id: 1 }], matches: [{ fresh: [1] }] });

      const other = await startProcess({ DATA_DIR: dataDir });
      for (const name of ["import", "searches"] as const) {
        await expect.poll(() => waitOf(database, name)).not.toBeNull();
        await passTime(database, name);
      }
      await expect.poll(() => find("searches")).toMatchObject({ outcome: "succeeded" });
      await expect
        .poll(() => find("import"))
        .toMatchObject({ outcome: "succeeded", failed: [], result: { added: 0, unchanged: 1 } });
      expect(await effects()).toEqual(before);
      await expect.poll(() => existsSync(path)).toBe(false);
      expect(other.exitCode).toBeNull();
    },
  );

  it(
    "leave only whole backups when one was killed before its run ended",
    { tags: "nightly" },
    async () => {
      const dataDir = createDataDir();
      onTestFinished(() => removeDataDir(dataDir));
      const backups = () => readdirSync(backupFolder(dataDir)).sort();
      await parts.request("backup");
      const killed = await startProcess({ DATA_DIR: dataDir, AKARI_KILL: "yes" });
      await once(killed, "close");
      const [first = ""] = backups();
      // A name tells seconds.
      await expect.poll(() => backupName(new Date())).not.toBe(first);
      await startProcess({ DATA_DIR: dataDir });
      await expect.poll(() => waitOf(database, "backup")).not.toBeNull();
      await passTime(database, "backup");
      const find = async () => (await listJobs(database.db)).find(({ name }) => name === "backup");
      await expect.poll(find).toMatchObject({ outcome: "succeeded", failed: [] });
      expect(backups()).toEqual([first, expect.stringMatching(/\.tar$/)]);
      for (const name of backups())
        expect(await verifyBackup(join(backupFolder(dataDir), name))).toMatchObject({
          format: "akari-backup",
        });
    },
  );
});

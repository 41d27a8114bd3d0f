// @module-tag rest
import { describe, expect, it, onTestFinished } from "vitest";
import type { JobName } from "~/jobs/job-names";
import { listJobs } from "~/jobs/job-status.server";
import { requestJob } from "~/jobs/manage-jobs.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { jikanAnime } from "../../fakes/jikan/shapes";
import { startFakeJikan } from "../../fakes/jikan/server";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { passTime, waitOf } from "../../support/jobs/job-parts";

const database = await testDatabase({ template: STARTER_TEMPLATE });

async function startSite(environment: Record<string, string>) {
  const dataDir = createDataDir();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    SESSION_SECRET: "a secret for tests only",
    LOG_LEVEL: "info",
    ...databaseEnvironment(database.options),
    ...environment,
  });
  onTestFinished(async () => {
    server.signal("SIGKILL");
    await server.exited;
    await removeDataDir(dataDir);
  });
  await server.ready;
  return server;
}

describe("a site", () => {
  it("runs requested jobs by itself, and interrupts one at SIGTERM", async () => {
    const jikan = await startFakeJikan();
    onTestFinished(async () => {
      await jikan.close();
    });
    const find = async (name: JobName) =>
      (await listJobs(database.db)).find((job) => job.name === name);
    const request = (name: JobName) => requestJob(database.db, { via: "command" }, name);

    const server = await startSite({ JOBS: "on", JIKAN_BASE_URL: jikan.baseUrl.href });
    jikan.upcoming = [jikanAnime(999_999)];
    await request("upcoming");
    await expect
      .poll(() => find("upcoming"))
      .toMatchObject({ running: false, outcome: "succeeded", result: { added: 1 } });
    // No other job asked Jikan: each waits for its first time.
    expect(jikan.requests).toEqual(["/seasons/upcoming?page=1"]);

    jikan.failNext("/seasons/upcoming?page=1", "silent");
    await request("upcoming");
    await expect.poll(() => find("upcoming")).toMatchObject({ running: true });
    server.signal("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(await find("upcoming")).toMatchObject({
      running: false,
      outcome: "interrupted",
      failures: 0,
    });
    // The time of an hourly job may have come meanwhile.
    const lines = server.output().stdout.split("\n");
    const ofJob = lines.filter((line) => line.includes('"job":"upcoming"'));
    expect(ofJob.filter((line) => line.includes('"msg":"job done"'))).toHaveLength(1);
    expect(ofJob.filter((line) => line.includes('"msg":"job interrupted"'))).toHaveLength(1);

    // An instance that runs no jobs leaves the interrupted one to others.
    const quiet = await startSite({ JOBS: "off", JIKAN_BASE_URL: jikan.baseUrl.href });
    await passTime(database, "upcoming");
    jikan.requests.length = 0;
    expect(await waitOf(database, "upcoming")).toBeLessThan(0);
    expect(jikan.requests).toEqual([]);
    quiet.signal("SIGTERM");
    expect(await quiet.exited).toBe(0);
  });
});

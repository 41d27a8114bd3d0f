// @module-tag rest
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import { JIKAN, SITE } from "~/jobs/lanes";
import { jikanAnime } from "../../fakes/jikan/shapes";
import { startFakeJikan, type FakeJikan } from "../../fakes/jikan/server";
import { testDatabase } from "../../support/database/test-database";
import { holdLane } from "../../support/jobs/job-parts";
import { createCommandRunner } from "../../support/server/operator-commands";

const database = await testDatabase();
const { sql } = database;
let folder = "";
let jikan: FakeJikan;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-jobs-"));
  jikan = await startFakeJikan();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await jikan.close();
});
beforeEach(() => sql`TRUNCATE jobs, job_runs, animes, audit_log CASCADE`);

const akari = (...args: string[]) =>
  createCommandRunner(database.options, folder)("akari", ["jobs", ...args], {
    JIKAN_BASE_URL: jikan.baseUrl.href,
  });

interface Listed {
  name: string;
  enabled: boolean;
  outcome: string | null;
  result: Record<string, number> | null;
  error: string | null;
  failures: number;
  failing_since: string | null;
}
const list = async () => JSON.parse((await akari("list", "--json")).out) as Listed[];

describe("npm run akari -- jobs", () => {
  it("lists every job, as JSON and as text", async () => {
    const listed = await list();
    expect(listed.map(({ name }) => name)).toEqual(ALL_JOBS.map(({ name }) => name));
    expect(listed.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(["backup"]);
    const { code, out } = await akari("list");
    expect(code).toBe(0);
    expect(out).toMatch(/^job +state +next run +last run +outcome\nairing +on +- +- +-\n/);
  });

  it("runs a job, off or on, and records it", async () => {
    const { code, out } = await akari("run", "backup", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      job: "backup",
      outcome: "succeeded",
      result: { removed: 0 },
      error: null,
    });
    const backup = (await list()).find(({ name }) => name === "backup");
    expect(backup).toMatchObject({ enabled: false, outcome: "succeeded", failures: 0 });
    expect(await sql`SELECT via, action, details FROM audit_log`).toMatchObject([
      { via: "command", action: "job.requested", details: { job: "backup" } },
    ]);
    expect((await akari("run", "cleanup")).out).toMatch(
      /^cleanup: done in \d+\.\d s \(0 uploads\)/,
    );
  });

  it("reads from Jikan, and says why it failed", async () => {
    jikan.upcoming = [jikanAnime(9)];
    expect((await akari("run", "upcoming")).out).toContain("1 added");
    jikan.failNext("/seasons/upcoming?page=1", { status: 404 });
    for (const page of [2, 3]) jikan.failNext(`/seasons/upcoming?page=${page}`, { status: 404 });
    const { code, err, out } = await akari("run", "upcoming", "--json");
    expect(code).toBe(1);
    expect(err).toContain("status 404");
    expect(JSON.parse(out)).toMatchObject({ outcome: "failed" });
    const upcoming = (await list()).find(({ name }) => name === "upcoming");
    expect(upcoming).toMatchObject({ outcome: "failed", failures: 1, result: { added: 1 } });
    expect(upcoming?.failing_since).not.toBeNull();
    expect((await akari("list")).out).toMatch(/upcoming .*failing since 20\d\d-.* \(1 in a row\)/);
  });

  it("does not run beside another job of its lane", async () => {
    await holdLane(database, SITE, async () => {
      const { code, out, err } = await akari("run", "maintenance", "--json");
      expect({ code, result: JSON.parse(out) as unknown }).toEqual({
        code: 1,
        result: { job: "maintenance", outcome: "busy" },
      });
      expect(err).toContain("try again later");
    });
  });

  it("and imports from Jikan exclude each other", async () => {
    await holdLane(database, JIKAN, async () => {
      const run = createCommandRunner(database.options, folder);
      for (const args of [
        ["jobs", "run", "airing"],
        ["catalog", "import", "jikan", "--base-url", jikan.baseUrl.href],
      ]) {
        jikan.requests.length = 0;
        const { code, err } = await run("akari", args);
        expect({ code, requests: jikan.requests }).toEqual({ code: 1, requests: [] });
        expect(err).toContain("An import or a job that updates the catalog runs");
      }
    });
  });

  it("is interrupted by Ctrl-C", async () => {
    jikan.failNext("/seasons/upcoming?page=1", "silent");
    const run = createCommandRunner(database.options, folder);
    const finished = run(
      "akari",
      ["jobs", "run", "upcoming", "--json"],
      { JIKAN_BASE_URL: jikan.baseUrl.href },
      (child) => {
        jikan.onRequest = () => child.kill("SIGINT");
        void once(child, "exit").then(() => (jikan.onRequest = () => undefined));
      },
    );
    const { code, out } = await finished;
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ outcome: "interrupted" });
  });

  it("refuses what it does not know, with its usage", async () => {
    for (const args of [
      ["run"],
      ["run", "polish"],
      ["run", "cleanup", "backup"],
      ["list", "all"],
    ]) {
      const { code, err, out } = await akari(...args);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("Exit codes: 0 done, 1 failed");
    }
    expect((await akari("run", "polish")).err).toContain('There is no job "polish".');
    expect((await akari("run", "--help")).out).toContain("airing, upcoming, listing");
  });
});

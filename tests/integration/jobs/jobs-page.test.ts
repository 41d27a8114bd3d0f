import { beforeEach, describe, expect, it } from "vitest";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { airing } from "~/jobs/definitions/airing.server";
import { scan } from "~/jobs/definitions/scan.server";
import { sources } from "~/jobs/definitions/sources.server";
import { recordEnd, recordStart } from "~/jobs/job-records.server";
import { claimRun, enqueue, reportRun } from "~/jobs/queue.server";
import { withWorker } from "~/jobs/worker.server";
import { action, loader } from "~/routes/admin/jobs";
import { loader as health } from "~/routes/admin/health";
import { loader as home } from "~/routes/catalog/home";
import { loader as log } from "~/routes/admin/log";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { createAccount } from "../../support/server/account";

const database = await testDatabase();
const { db, sql } = database;
const services = createTestServices({}, database);
const callPage = createPageCaller(database, { JOBS: "off" });
const { userId, cookie } = await createAccount(services);
await changeRole(db, { via: "command" }, userId, "owner");

const load = async () => callPage(loader, "/admin/jobs", { init: { headers: { cookie } } });
const jobOf = async (name: string) => (await load()).jobs.find((job) => job.name === name);
const submit = (fields: Record<string, string>) =>
  callPage(action, "/admin/jobs", {
    init: { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) },
  });
const failTimes = async (count: number, error = "Jikan is away") => {
  for (let time = 0; time < count; time += 1) {
    await recordStart(db, airing);
    await recordEnd(db, "airing", { outcome: "failed", error });
  }
};

beforeEach(() => sql`TRUNCATE jobs, job_runs, audit_log`);

describe("the page of jobs", () => {
  it("says that this instance runs none, and takes requests for others", async () => {
    expect(await load()).toMatchObject({ runsHere: false, done: null, keptBackups: 7 });
    const result = (await submit({ intent: "run", job: "cleanup" })) as Response;
    expect(result.headers.get("location")).toBe("/admin/jobs?done=requested");
    expect((await jobOf("cleanup"))?.nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("shows since when a job fails and why, until it works", async () => {
    await failTimes(3);
    const failing = await jobOf("airing");
    expect(failing).toMatchObject({ failures: 3, error: "Jikan is away", outcome: "failed" });
    expect(failing?.failingSince).not.toBeNull();
    await recordStart(db, airing);
    await recordEnd(db, "airing", { outcome: "succeeded", result: { added: 1 } });
    expect(await jobOf("airing")).toMatchObject({ failures: 0, failingSince: null });
  });

  it("tells a job that waits for the network from one that fails otherwise", async () => {
    await failTimes(1);
    expect(await jobOf("airing")).toMatchObject({ failures: 1, isOffline: false });
    await failTimes(1, "Jikan could not be reached: getaddrinfo ENOTFOUND api.jikan.moe.");
    expect(await jobOf("airing")).toMatchObject({ failures: 2, isOffline: true });
  });

  it("refuses to start a job that runs, and names unknown fields", async () => {
    await withWorker(database, async (worker) => {
      const run = await claimRun(db, worker, sources);
      await recordStart(db, sources);
      expect(await jobOf("sources")).toMatchObject({ running: true, outcome: null });
      expect(await submit({ intent: "run", job: "sources" })).toMatchObject({
        init: { status: 409 },
        data: { failure: { message: "This job is running already." } },
      });
      expect(run).not.toBeNull();
    });
    // The lock is gone, so the process has died.
    expect(await jobOf("sources")).toMatchObject({ running: false, outcome: "interrupted" });
    expect(await submit({ intent: "run", job: "polish" })).toMatchObject({
      init: { status: 400 },
      data: { failure: { fields: { job: "There is no such job." } } },
    });
    expect(await submit({ intent: "explode", job: "cleanup" })).toMatchObject({
      init: { status: 400 },
    });
    for (const job of ["import", "scan", "updates"])
      for (const intent of ["run", "enable", "disable"])
        expect(await submit({ intent, job })).toMatchObject({
          init: { status: 400 },
          data: { failure: { fields: { job: "This job runs only when there is work for it." } } },
        });
    expect(await sql`SELECT 1 FROM audit_log`).toHaveLength(0);
  });

  it("shows how far each run is, and stops it", async () => {
    await withWorker(database, async (worker) => {
      const run = await claimRun(db, worker, sources);
      const held = { id: run?.id ?? 0, worker: worker.id };
      const progress = { fraction: 0.4, counts: { checked: 2, total: 5 } };
      expect(await reportRun(db, held, progress)).toBe("go on");
      expect(await jobOf("sources")).toMatchObject({ active: [progress] });
      await submit({ intent: "stop", job: "sources" });
      expect(await reportRun(db, held, progress)).toBe("stop");
    });
  });

  it("keeps runs that were given up, each until it is run again or dismissed", async () => {
    for (const folder of ["films", "series"]) await enqueue(db, scan, { folder });
    await sql`UPDATE job_runs SET failed_at = now(), error = 'the disk is away'`;
    const [films, series] = (await jobOf("scan"))?.failed ?? [];
    expect([films, series]).toMatchObject([
      { subject: "films", error: "the disk is away" },
      { subject: "series", error: "the disk is away" },
    ]);
    await submit({ intent: "again", run: String(films?.id) });
    await submit({ intent: "dismiss", run: String(series?.id) });
    expect((await jobOf("scan"))?.failed).toEqual([]);
    expect(await sql`SELECT subject, is_requested FROM job_runs`).toMatchObject([
      { subject: "films", is_requested: true },
    ]);
    expect(await submit({ intent: "again", run: String(films?.id) })).toMatchObject({
      init: { status: 404 },
    });
  });

  it("enters what owners do into the audit log", async () => {
    await submit({ intent: "enable", job: "backup" });
    await submit({ intent: "disable", job: "backup" });
    const { entries } = await callPage(log, "/admin/log", { init: { headers: { cookie } } });
    expect(entries.map(({ action: name, details }) => [name, details])).toEqual([
      ["job.disabled", { job: "backup" }],
      ["job.enabled", { job: "backup" }],
    ]);
  });
});

describe("the page of the site's health", () => {
  it("names jobs that failed twice in a row, and those that no process runs", async () => {
    const parts = createJobParts(database.options);
    const jobs = async () =>
      (await callPage(health, "/admin/health", { init: { headers: { cookie } } })).jobs;
    await failTimes(1);
    expect(await jobs()).toEqual([]);
    await failTimes(1);
    await parts.schedule("maintenance", new Date(Date.now() - 7_210_000));
    expect(await jobs()).toMatchObject([
      { name: "airing", kind: "failing", error: "Jikan is away" },
      { name: "maintenance", kind: "late", error: null },
    ]);
    expect(await jobOf("maintenance")).toMatchObject({ isLate: true });
    await sql`TRUNCATE job_runs`;
    await parts.close();
  });
});

describe("Home", () => {
  const failingOnHome = async (headers: Record<string, string>) =>
    (await callPage(home, "/", { init: { headers } })).failingJobs;

  it("names jobs that failed twice in a row, to owners only", async () => {
    await failTimes(1);
    expect(await failingOnHome({ cookie })).toEqual([]);
    await failTimes(1);
    expect(await failingOnHome({ cookie })).toEqual(["airing"]);
    expect(await failingOnHome({})).toEqual([]);
    await changeRole(db, { via: "command" }, (await createAccount(services)).userId, "owner");
    await changeRole(db, { via: "command" }, userId, "moderator");
    expect(await failingOnHome({ cookie })).toEqual([]);
    await changeRole(db, { via: "command" }, userId, "owner");
  });
});

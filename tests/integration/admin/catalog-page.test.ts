import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql as drizzleSql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_IMPORT_BYTES } from "~/features/import/import-limits";
import { listRuns, readRejections } from "~/features/site/runs/list-runs.server";
import type { JobRunner } from "~/jobs/job-runner.server";
import { listJobs } from "~/jobs/job-status.server";
import { JIKAN } from "~/jobs/lanes";
import { JOB_PLANS } from "~/jobs/job-names";
import { nextRunAt } from "~/jobs/schedule";
import { action, loader } from "~/routes/admin/catalog";
import { loader as rejectedRows } from "~/routes/admin/rejected-rows";
import { auditLog, jobRuns } from "~db/schema";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { jikanAnime } from "../../fakes/jikan/shapes";
import { startFakeJikan, type FakeJikan } from "../../fakes/jikan/server";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, holdLane, type JobParts } from "../../support/jobs/job-parts";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import type { TestAccount } from "../../support/server/account";
import { createOwner } from "../../support/server/owner";
import { title } from "../catalog/import-support";

const database = await testDatabase();
const { db, sql } = database;
let owner: TestAccount;
const dataDir = createDataDir();
const uploads = join(dataDir, "imports");
const callPage = createPageCaller(database, { DATA_DIR: dataDir });

beforeAll(async () => {
  owner = await createOwner(database);
});
afterAll(() => removeDataDir(dataDir));
beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, site_runs, job_runs CASCADE`;
  // Files whose import failed are kept.
  rmSync(uploads, { recursive: true, force: true });
  mkdirSync(uploads);
});

const submit = (body: FormData | URLSearchParams, call = callPage) =>
  call(action, "/admin/catalog", {
    init: { method: "POST", headers: { cookie: owner.cookie }, body },
  });

function upload(content: Uint8Array | string, kind = "animes", name = "anime.ndjson") {
  const form = new FormData();
  form.set("intent", "file");
  form.set("kind", kind);
  form.set("file", new File([content as BlobPart], name));
  return submit(form);
}

const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

/** The newest import, once it has ended and the next may begin. */
async function ended() {
  const isUnfinished = drizzleSql`worker IS NOT NULL OR failed_at IS NULL AND run_at <= now()`;
  await expect.poll(() => db.$count(jobRuns, isUnfinished)).toBe(0);
  const [run] = await listRuns(db, "import");
  if (run === undefined) throw new Error("there is no import");
  return run;
}

const titleCount = async () => {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int FROM animes`;
  return row?.count;
};

describe("importing an uploaded file", () => {
  const files = createJobParts(database.options, { DATA_DIR: dataDir });
  let importing: JobRunner;
  beforeAll(() => {
    importing = files.start();
  });
  afterAll(async () => {
    await importing.stop();
    await files.close();
  });

  it("adds titles, counts what it rejects and offers those rows", async () => {
    const response = await upload(lines(title(1), title(2), { mal_id: 3 }, "no object"));
    expect((response as Response).headers.get("location")).toBe("/admin/catalog");
    const run = await ended();
    expect(run).toMatchObject({
      subject: "anime.ndjson",
      status: "done",
      counts: { added: 2, changed: 0, unchanged: 0, rejected: 2 },
    });
    expect(await titleCount()).toBe(2);
    const page = await callPage(loader, "/admin/catalog", {
      init: { headers: { cookie: owner.cookie } },
    });
    expect(page).toMatchObject({ counts: { titles: 2 }, runs: [{ id: run.id, status: "done" }] });
    const rows = await callPage(rejectedRows, `/admin/catalog/${run.id}/rejected`, {
      params: { run: String(run.id) },
      init: { headers: { cookie: owner.cookie } },
    });
    expect(rows.headers.get("cache-control")).toBe("private, no-store");
    const parsed = (await rows.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed).toMatchObject([
      { source: "anime.ndjson", kind: "animes", line: 3 },
      { source: "anime.ndjson", kind: "animes", line: 4 },
    ]);
    await expect.poll(() => readdirSync(uploads)).toEqual([]);
    const logged = await db.select().from(auditLog);
    expect(logged).toContainEqual(
      expect.objectContaining({ action: "import.started", actorId: owner.userId }),
    );
  });

  it("reads gzip, and episodes of known titles", async () => {
    await upload(gzipSync(lines(title(1))), "animes", "anime.ndjson.gz");
    expect(await ended()).toMatchObject({ status: "done", counts: { added: 1 } });
    await upload(lines({ mal_id: 1, number: 1, title: "The first" }), "episodes");
    expect(await ended()).toMatchObject({ status: "done", counts: { added: 1 } });
  });

  it("fails with the reason for a truncated or a wrong file", async () => {
    await upload(gzipSync(lines(title(1))).subarray(0, 20));
    expect(await ended()).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(/damaged or ends early/) as string,
    });
    await upload("<html>");
    expect(await ended()).toMatchObject({ status: "failed", counts: { rejected: 1 } });
    expect(await titleCount()).toBe(0);
    // The owner still finds both, also when another file is imported.
    await upload(lines(title(1)));
    expect(await ended()).toMatchObject({ status: "done" });
    expect((await listJobs(db)).find(({ name }) => name === "import")?.failed).toHaveLength(2);
  });

  it("refuses no file, an empty one and an unknown content, naming the field", async () => {
    const refused = [
      await upload(""),
      await upload(lines(title(1)), "films"),
      await submit(new URLSearchParams({ intent: "file", kind: "animes" })),
    ];
    for (const [index, field] of ["file", "kind", "file"].entries())
      expect(refused[index]).toMatchObject({
        init: { status: 400 },
        data: { failure: { fields: { [field]: expect.any(String) as string } } },
      });
    expect(await listRuns(db, "import")).toEqual([]);
  });

  it(
    "accepts a file of the limit's size and refuses a larger one with 413",
    { tags: "rest" },
    async () => {
      const start = `${lines(title(1))}\n`;
      const file = (bytes: number) => start + " ".repeat(bytes - start.length);
      await upload(file(MAX_IMPORT_BYTES));
      expect(await ended()).toMatchObject({ status: "done", counts: { added: 1 } });
      const { status } = await catchPageError(upload(file(MAX_IMPORT_BYTES + 1)));
      expect(status).toBe(413);
    },
  );

  it("is refused while another import or a job from Jikan runs", async () => {
    await holdLane(database, JIKAN, async () => {
      expect(await upload(lines(title(1)))).toMatchObject({
        init: { status: 409 },
        data: { failure: { message: expect.stringMatching(/Try again when/) as string } },
      });
    });
    expect(await titleCount()).toBe(0);
    expect(readdirSync(uploads)).toEqual([]);
  });
});

describe("importing from Jikan", () => {
  let jikan: FakeJikan;
  let parts: JobParts;
  let runner: JobRunner | null = null;
  let call: typeof callPage;
  beforeEach(async () => {
    jikan = await startFakeJikan();
    const environment = { DATA_DIR: dataDir, JIKAN_BASE_URL: jikan.baseUrl.href };
    call = createPageCaller(database, environment);
    parts = createJobParts(database.options, environment);
    await sql`TRUNCATE jobs, job_runs`;
  });
  afterEach(async () => {
    await runner?.stop();
    runner = null;
    await parts.close();
    await jikan.close();
  });
  const start = () => submit(new URLSearchParams({ intent: "jikan" }), call);
  const page = () =>
    callPage(loader, "/admin/catalog", { init: { headers: { cookie: owner.cookie } } });
  const listing = async () => (await listJobs(db)).find(({ name }) => name === "listing");

  it("runs the job for the listing, with its progress and the rows it rejects", async () => {
    jikan.animes = [jikanAnime(1), jikanAnime(2), jikanAnime(3), { mal_id: "four" }];
    await start();
    expect(await page()).toMatchObject({ waiting: "listing", runs: [] });
    runner = parts.start();
    const run = await ended();
    expect(run).toMatchObject({
      subject: `Jikan (${jikan.baseUrl.host})`,
      status: "done",
      fraction: 1,
      counts: { added: 3, rejected: 1 },
    });
    expect(await readRejections(db, run.id)).toContain('"source":"jikan"');
    await expect.poll(listing).toMatchObject({ outcome: "succeeded", result: { added: 3 } });
    expect(await page()).toMatchObject({ waiting: null, runs: [{ status: "done" }] });
  });

  it("ends when an owner stops it, and is not retried", async () => {
    jikan.animes = Array.from({ length: 60 }, (_, index) => jikanAnime(index + 1));
    jikan.failNext("/anime?page=2", "silent");
    await start();
    runner = parts.start();
    await expect
      .poll(async () => (await page()).runs[0])
      .toMatchObject({ status: "running", counts: { added: 25 } });
    expect(await start()).toMatchObject({ init: { status: 409 } });
    await submit(new URLSearchParams({ intent: "stop" }), call);
    expect(await ended()).toMatchObject({ status: "stopped" });
    await expect.poll(listing).toMatchObject({ outcome: "interrupted", failures: 0 });
    const [job] = await sql<{ minutes: number }[]>`
      SELECT offset_minutes AS minutes FROM jobs WHERE name = 'listing'`;
    const scheduled = nextRunAt(JOB_PLANS.listing.schedule, job?.minutes ?? NaN, new Date());
    await expect
      .poll(() => parts.listWaiting("listing"))
      .toEqual([{ name: "listing", at: scheduled }]);
  });

  it("waits for a running import, and can be taken back while it waits", async () => {
    await start();
    await submit(new URLSearchParams({ intent: "stop" }), call);
    expect(await page()).toMatchObject({ waiting: null });
    expect(await parts.listWaiting("listing")).toEqual([]);
    await holdLane(database, JIKAN, async () => {
      runner = parts.start();
      await start();
      expect(await page()).toMatchObject({ waiting: "listing" });
      expect(jikan.requests).toEqual([]);
    });
    expect(await ended()).toMatchObject({ status: "done" });
  });
});

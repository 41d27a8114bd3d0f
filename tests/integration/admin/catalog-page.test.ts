import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_IMPORT_BYTES } from "~/features/import/import-limits";
import { listRuns } from "~/features/site/runs/list-runs.server";
import { action, loader } from "~/routes/admin/catalog";
import { loader as rejectedRows } from "~/routes/admin/rejected-rows";
import { auditLog, siteRuns } from "~db/schema";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { jikanAnime } from "../../fakes/jikan/shapes";
import { startFakeJikan } from "../../fakes/jikan/server";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createOwner, type SignedInOwner } from "../../support/server/owner";
import { title } from "../catalog/import-support";

const database = await testDatabase();
const { db, sql } = database;
let owner: SignedInOwner;
const dataDir = createDataDir();
const callPage = createPageCaller(database, { DATA_DIR: dataDir });

beforeAll(async () => {
  owner = await createOwner(database);
});
afterAll(() => removeDataDir(dataDir));
beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, site_runs CASCADE`;
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

/** The newest import, once it has ended. */
async function ended() {
  await expect
    .poll(async () => (await listRuns(db, "import"))[0]?.status, { timeout: 30_000 })
    .toMatch(/done|failed|stopped/);
  const [run] = await listRuns(db, "import");
  if (run === undefined) throw new Error("there is no import");
  return run;
}

const titleCount = async () => {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int FROM animes`;
  return row?.count;
};

describe("importing an uploaded file", () => {
  it("adds titles, counts what it rejects and offers those rows", async () => {
    const answer = await upload(lines(title(1), title(2), { mal_id: 3 }, "no object"));
    expect((answer as Response).headers.get("location")).toBe("/admin/catalog");
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
    expect(
      existsSync(join(dataDir, "imports")) ? readdirSync(join(dataDir, "imports")) : [],
    ).toEqual([]);
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

  it("accepts a file of the limit's size and refuses a larger one with 413", async () => {
    const start = `${lines(title(1))}\n`;
    const file = (bytes: number) => start + " ".repeat(bytes - start.length);
    await upload(file(MAX_IMPORT_BYTES));
    expect(await ended()).toMatchObject({ status: "done", counts: { added: 1 } });
    const { status } = await catchPageError(upload(file(MAX_IMPORT_BYTES + 1)));
    expect(status).toBe(413);
  });

  it("is refused while an import is under way", async () => {
    await db.insert(siteRuns).values({ kind: "import", subject: "another" });
    expect(await upload(lines(title(1)))).toMatchObject({ init: { status: 409 } });
    expect(await titleCount()).toBe(0);
    expect(readdirSync(join(dataDir, "imports"))).toEqual([]);
  });
});

describe("importing from Jikan", () => {
  it("reads the listing in the background", async () => {
    const jikan = await startFakeJikan();
    try {
      jikan.animes = [1, 2, 3].map((id) => jikanAnime(id));
      const call = createPageCaller(database, {
        DATA_DIR: dataDir,
        JIKAN_BASE_URL: jikan.baseUrl.href,
      });
      await submit(new URLSearchParams({ intent: "jikan" }), call);
      expect(await ended()).toMatchObject({
        subject: `Jikan (${jikan.baseUrl.host})`,
        status: "done",
        counts: { added: 3 },
      });
    } finally {
      await jikan.close();
    }
  });
});

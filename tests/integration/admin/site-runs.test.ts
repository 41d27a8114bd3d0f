import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listRuns, readRejections } from "~/features/site/runs/list-runs.server";
import {
  MAX_STORED_REJECTIONS,
  openRun,
  trackRun,
  type RunHandle,
} from "~/features/site/runs/track-run.server";
import { runRejections, siteRuns } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const IMPORT = {
  kind: "import",
  subject: "anime.ndjson",
  startedBy: crypto.randomUUID(),
} as const;

beforeEach(async () => {
  await db.delete(siteRuns);
});

async function track(
  work: (handle: RunHandle) => Promise<unknown>,
  { signal = new AbortController().signal, report = () => undefined }: Partial<RunHandle> = {},
): Promise<number> {
  const id = await openRun(db, IMPORT);
  await trackRun(db, id, { signal, report }, work);
  return id;
}

describe("an import", () => {
  it("stores its progress, its result and what it rejected, and tells its job", async () => {
    const told: unknown[] = [];
    const id = await track(
      (handle) => {
        handle.report({ fraction: 0.5, counts: { added: 1 } });
        handle.reject('{"reason":"no title"}');
        handle.report({ fraction: 1, counts: { added: 2, rejected: 1 } });
        return Promise.resolve();
      },
      { report: (progress) => told.push(progress) },
    );
    expect(await listRuns(db, "import")).toMatchObject([
      { id, status: "done", fraction: 1, counts: { added: 2, rejected: 1 }, problem: null },
    ]);
    expect(told).toEqual([
      { fraction: 0.5, counts: { added: 1 } },
      { fraction: 1, counts: { added: 2, rejected: 1 } },
    ]);
    expect(await readRejections(db, id)).toBe('{"reason":"no title"}\n');
    await expect(readRejections(db, id + 1)).rejects.toMatchObject({ code: "not-found" });
  });

  it("that throws has failed with the reason", async () => {
    const failing = track(() => Promise.reject(new Error("the disk is full")));
    await expect(failing).rejects.toThrow("the disk is full");
    expect(await listRuns(db, "import")).toMatchObject([
      { status: "failed", problem: "the disk is full" },
    ]);
  });

  it("stores at most ten thousand rejected rows", async () => {
    const id = await track((handle) => {
      for (let row = 0; row <= MAX_STORED_REJECTIONS; row += 1) handle.reject(String(row));
      return Promise.resolve();
    });
    expect(await db.$count(runRejections, eq(runRejections.runId, id))).toBe(MAX_STORED_REJECTIONS);
  });

  it("is stopped when its signal is aborted, whether its work throws or not", async () => {
    const signal = AbortSignal.abort();
    await track(() => Promise.resolve(), { signal });
    const failing = track(() => Promise.reject(new Error("interrupted")), { signal });
    await expect(failing).rejects.toThrow("interrupted");
    expect(await listRuns(db, "import")).toMatchObject([
      { status: "stopped", problem: null },
      { status: "stopped", problem: null },
    ]);
  });

  it("whose process has been silent for a minute counts as stopped", async () => {
    const silentFor = (seconds: number) =>
      db.insert(siteRuns).values({
        ...IMPORT,
        beatAt: sql`now() - make_interval(secs => ${seconds})`,
      });
    await silentFor(50);
    expect(await listRuns(db, "import")).toMatchObject([{ status: "running" }]);
    await db.delete(siteRuns);
    await silentFor(61);
    expect(await listRuns(db, "import")).toMatchObject([{ status: "stopped" }]);
  });

  it("whose process was killed is stopped once the next one begins", async () => {
    await db.insert(siteRuns).values(IMPORT);
    await track(() => Promise.resolve());
    expect(await listRuns(db, "import")).toMatchObject([{ status: "done" }, { status: "stopped" }]);
  });

  it("is one of the last twenty that are stored", async () => {
    const ids: number[] = [];
    for (let number = 0; number <= 20; number += 1) ids.push(await track(() => Promise.resolve()));
    const stored = (await listRuns(db, "import")).map(({ id }) => id);
    expect(stored).toEqual(ids.slice(1).toReversed());
  });
});

import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listRuns, readRejections } from "~/features/site/runs/list-runs.server";
import { MAX_STORED_REJECTIONS, stopRun } from "~/features/site/runs/track-run.server";
import { holdLane } from "~/jobs/hold-lane.server";
import { createPageImports } from "~/jobs/page-imports.server";
import { createLog } from "~/observability/log.server";
import { runRejections, siteRuns } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const createImports = () => createPageImports({ database, log: createLog("silent") });
const run = { subject: "anime.ndjson", startedBy: crypto.randomUUID() };
const IMPORT = { ...run, kind: "import" } as const;

beforeEach(async () => {
  await db.delete(siteRuns);
});

/** Waits until it is aborted. */
const untilStopped = ({ signal }: { signal: AbortSignal }) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

describe("an import on a page", () => {
  it("stores its progress, its result and what it rejected", async () => {
    const { id, finished } = await createImports().start(run, async (handle) => {
      handle.report({ fraction: 0.5, counts: { added: 1 } });
      handle.reject('{"reason":"no title"}');
      handle.report({ fraction: 1, counts: { added: 2, rejected: 1 } });
      await Promise.resolve();
    });
    await finished;
    expect(await listRuns(db, "import")).toMatchObject([
      { id, status: "done", fraction: 1, counts: { added: 2, rejected: 1 }, problem: null },
    ]);
    expect(await readRejections(db, id)).toBe('{"reason":"no title"}\n');
    await expect(readRejections(db, id + 1)).rejects.toMatchObject({ code: "not-found" });
  });

  it("that throws has failed with the reason, and the next one may start", async () => {
    const imports = createImports();
    const work = () => Promise.reject(new Error("the disk is full"));
    await (
      await imports.start(run, work)
    ).finished;
    expect(await listRuns(db, "import")).toMatchObject([
      { status: "failed", problem: "the disk is full" },
    ]);
    await (
      await imports.start(run, () => Promise.resolve())
    ).finished;
  });

  it("stores at most ten thousand rejected rows", async () => {
    const { id, finished } = await createImports().start(run, (handle) => {
      for (let row = 0; row <= MAX_STORED_REJECTIONS; row += 1) handle.reject(String(row));
      return Promise.resolve();
    });
    await finished;
    expect(await db.$count(runRejections, eq(runRejections.runId, id))).toBe(MAX_STORED_REJECTIONS);
  });

  it("is the only one, on all instances", async () => {
    const [one, other] = [createImports(), createImports()];
    const starts = await Promise.allSettled([
      one.start(run, untilStopped),
      other.start(run, untilStopped),
    ]);
    expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = starts.find((start) => start.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "conflict" });
    await Promise.all([one.close(), other.close()]);
    expect(await listRuns(db, "import")).toMatchObject([{ status: "stopped" }]);
  });

  it("does not run beside a job from Jikan, on any instance, but beside one of the site", async () => {
    const start = () => createImports().start(run, () => Promise.resolve());
    await holdLane(database, "jikan", async () => {
      await expect(start()).rejects.toMatchObject({ code: "conflict" });
    });
    expect(await listRuns(db, "import")).toEqual([]);
    await holdLane(database, "site", async () => (await start()).finished);
    const { finished } = await createImports().start(run, async () => {
      expect(await holdLane(database, "jikan", () => Promise.resolve("both"))).toBeNull();
    });
    await finished;
    expect(await holdLane(database, "jikan", () => Promise.resolve("next"))).toBe("next");
    expect(await listRuns(db, "import")).toMatchObject([{ status: "done" }, { status: "done" }]);
  });

  it("ends when an owner stops it on another instance", async () => {
    const { finished } = await createImports().start(run, untilStopped);
    await stopRun(db, "import");
    await finished;
    expect(await listRuns(db, "import")).toMatchObject([{ status: "stopped", problem: null }]);
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

  it("whose process was killed blocks no other, since its lock is free", async () => {
    await db.insert(siteRuns).values(IMPORT);
    await (
      await createImports().start(run, () => Promise.resolve())
    ).finished;
    expect(await listRuns(db, "import")).toMatchObject([{ status: "done" }, { status: "stopped" }]);
  });

  it("is one of the last twenty that are stored", async () => {
    const imports = createImports();
    for (let number = 0; number <= 20; number += 1)
      await (
        await imports.start({ ...run, subject: String(number) }, () => Promise.resolve())
      ).finished;
    const subjects = (await listRuns(db, "import")).map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([20, "20", "1"]);
  });
});

import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listRuns, readRejections } from "~/features/site/runs/list-runs.server";
import { createSiteRuns, MAX_STORED_REJECTIONS } from "~/features/site/runs/site-runs.server";
import { createLog } from "~/observability/log.server";
import { runRejections, siteRuns } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";

const { db } = await testDatabase();
const createRuns = () => createSiteRuns({ db, backgroundDb: db, log: createLog("silent") });
const run = { kind: "import", subject: "anime.ndjson", startedBy: crypto.randomUUID() } as const;

beforeEach(async () => {
  await db.delete(siteRuns);
});

/** Waits until it is aborted. */
const untilStopped = ({ signal }: { signal: AbortSignal }) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

describe("a run", () => {
  it("stores its progress, its result and what it rejected", async () => {
    const { id, finished } = await createRuns().start(run, async (handle) => {
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
    const runs = createRuns();
    const work = () => Promise.reject(new Error("the disk is full"));
    await (
      await runs.start(run, work)
    ).finished;
    expect(await listRuns(db, "import")).toMatchObject([
      { status: "failed", problem: "the disk is full" },
    ]);
    await (
      await runs.start(run, () => Promise.resolve())
    ).finished;
  });

  it("stores at most ten thousand rejected rows", async () => {
    const { id, finished } = await createRuns().start(run, (handle) => {
      for (let row = 0; row <= MAX_STORED_REJECTIONS; row += 1) handle.reject(String(row));
      return Promise.resolve();
    });
    await finished;
    expect(await db.$count(runRejections, eq(runRejections.runId, id))).toBe(MAX_STORED_REJECTIONS);
  });

  it("is the only one of its kind, on all instances", async () => {
    const [one, other] = [createRuns(), createRuns()];
    const starts = await Promise.allSettled([
      one.start(run, untilStopped),
      other.start(run, untilStopped),
    ]);
    expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const check = await one.start({ ...run, kind: "source-check" }, untilStopped);
    await Promise.all([one.close(), other.close(), check.finished]);
    expect(await listRuns(db, "import")).toMatchObject([{ status: "stopped" }]);
  });

  it("ends when an owner stops it on another instance", async () => {
    const { finished } = await createRuns().start(run, untilStopped);
    await createRuns().stop("import");
    await finished;
    expect(await listRuns(db, "import")).toMatchObject([{ status: "stopped", problem: null }]);
  });

  it("whose process has been silent for a minute counts as stopped and blocks no other", async () => {
    const silentFor = (seconds: number) =>
      db.insert(siteRuns).values({
        ...run,
        beatAt: sql`now() - make_interval(secs => ${seconds})`,
      });
    await silentFor(50);
    expect(await listRuns(db, "import")).toMatchObject([{ status: "running" }]);
    await expect(createRuns().start(run, untilStopped)).rejects.toMatchObject({ code: "conflict" });
    await db.delete(siteRuns);
    await silentFor(61);
    expect(await listRuns(db, "import")).toMatchObject([{ status: "stopped" }]);
    await (
      await createRuns().start(run, () => Promise.resolve())
    ).finished;
    expect(await listRuns(db, "import")).toMatchObject([{ status: "done" }, { status: "stopped" }]);
  });

  it("is one of the last twenty that are stored", async () => {
    const runs = createRuns();
    for (let number = 0; number <= 20; number += 1)
      await (
        await runs.start({ ...run, subject: String(number) }, () => Promise.resolve())
      ).finished;
    const subjects = (await listRuns(db, "import")).map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([20, "20", "1"]);
  });
});

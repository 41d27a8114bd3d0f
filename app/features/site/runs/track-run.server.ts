import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { failureReason } from "~db/failure-reason";
import { runRejections, siteRuns } from "~db/schema";
import type { RunKind } from "./runs";

const BEAT_MS = 1_000;
/** Runs of a kind that the pages list. */
const MAX_STORED_RUNS = 20;
/** Rejected rows that are stored; all are counted. */
export const MAX_STORED_REJECTIONS = 10_000;

export interface NewRun {
  kind: RunKind;
  subject: string;
  /** Null for a job. */
  startedBy: string | null;
}

/** What the work of a run may use. */
export interface RunHandle {
  db: Database;
  /** Aborted when an owner stops the run or the process ends. */
  signal: AbortSignal;
  /** `fraction` is 0 to 1. */
  report(progress: { fraction?: number; counts?: Readonly<Record<string, number>> }): void;
  /** A line of NDJSON. */
  reject(line: string): void;
}

/**
 * Returns the id of a new run. For the holder of the lock that runs of the kind need: one that is
 * still open was killed with its process.
 */
export async function openRun(db: Database, { kind, ...run }: NewRun): Promise<number> {
  await db
    .update(siteRuns)
    .set({ status: "stopped", finishedAt: new Date() })
    .where(and(eq(siteRuns.kind, kind), eq(siteRuns.status, "running")));
  const [row] = await db
    .insert(siteRuns)
    .values({ kind, ...run })
    .returning({ id: siteRuns.id });
  if (row === undefined) throw new Error("the run was not stored");
  const kept = db
    .select({ id: siteRuns.id })
    .from(siteRuns)
    .where(eq(siteRuns.kind, kind))
    .orderBy(desc(siteRuns.id))
    .limit(MAX_STORED_RUNS);
  await db.delete(siteRuns).where(and(eq(siteRuns.kind, kind), notInArray(siteRuns.id, kept)));
  return row.id;
}

/** An owner stopped the run on its page. */
export class RunStopped extends Error {}

/**
 * Stores the progress and the result of work as an open run. Throws what the work throws, and
 * `RunStopped`.
 */
export async function trackRun<Result>(
  db: Database,
  id: number,
  outer: AbortSignal,
  work: (handle: RunHandle) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([outer, stopping.signal]);
  let fraction = 0;
  let counts: Record<string, number> = {};
  let lines: string[] = [];
  let stored = 0;
  const write = async (end: Partial<typeof siteRuns.$inferInsert> = {}) => {
    const pending = lines;
    lines = [];
    if (pending.length > 0)
      await db.insert(runRejections).values(pending.map((line) => ({ runId: id, line })));
    const [row] = await db
      .update(siteRuns)
      .set({ fraction, counts, beatAt: sql`now()`, ...end })
      .where(eq(siteRuns.id, id))
      .returning({ stopRequested: siteRuns.stopRequested });
    if (row?.stopRequested !== false) stopping.abort();
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    // A missed beat is made up for by the next one; the end is not.
    writing = writing.then(() => write()).catch(() => undefined);
  }, BEAT_MS);
  const end = async (facts: Partial<typeof siteRuns.$inferInsert>) => {
    clearInterval(timer);
    await writing;
    await write({ ...facts, finishedAt: new Date() });
  };
  let result: Result;
  try {
    result = await work({
      db,
      signal,
      report(progress) {
        if (progress.fraction !== undefined) fraction = Math.min(1, Math.max(0, progress.fraction));
        if (progress.counts !== undefined) counts = { ...progress.counts };
      },
      reject(line) {
        if (stored >= MAX_STORED_REJECTIONS) return;
        stored += 1;
        lines.push(line);
      },
    });
  } catch (error) {
    if (!signal.aborted) {
      await end({ status: "failed", problem: failureReason(error) });
      throw error;
    }
    await end({ status: "stopped" });
    throw stopping.signal.aborted ? new RunStopped() : error;
  }
  const isStopped = stopping.signal.aborted;
  await end({ status: signal.aborted ? "stopped" : "done" });
  if (isStopped) throw new RunStopped();
  return result;
}

/** Stops the run of a kind, on whatever instance it is. */
export async function stopRun(db: Database, kind: RunKind): Promise<void> {
  await db
    .update(siteRuns)
    .set({ stopRequested: true })
    .where(and(eq(siteRuns.kind, kind), eq(siteRuns.status, "running")));
}

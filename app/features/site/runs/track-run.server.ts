import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { failureReason } from "~db/failure-reason";
import { runRejections, siteRuns } from "~db/schema";
import type { RunKind } from "./runs";

const BEAT_MS = 1_000;
/** Runs of a kind that the pages list. */
const MAX_STORED_RUNS = 20;
/** Limit for the rejected rows that are stored; all are counted. */
export const MAX_STORED_REJECTIONS = 10_000;

export interface NewRun {
  kind: RunKind;
  subject: string;
  /** The id of the owner who started the run; null for a job. */
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
 * Returns the id of a new run. Its job's lane has room for one of the kind, so one that is still
 * open was killed with its process.
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

interface RunTracker<Result> extends Pick<RunHandle, "signal" | "report"> {
  /** Follows the end of a run that was not stopped, in its transaction. */
  record?: RecordChange<Result>;
}

/**
 * Stores the progress and the result of work as an open run. Throws what the work throws, which an
 * aborted signal makes a run that was stopped.
 */
export async function trackRun<Result>(
  db: Database,
  id: number,
  { signal, report, record }: RunTracker<Result>,
  work: (handle: RunHandle) => Promise<Result>,
): Promise<Result> {
  let fraction = 0;
  let counts: Record<string, number> = {};
  let lines: string[] = [];
  let stored = 0;
  const write = async (
    end: Partial<typeof siteRuns.$inferInsert> = {},
    tx: Database | Transaction = db,
  ) => {
    const pending = lines;
    lines = [];
    if (pending.length > 0)
      await tx.insert(runRejections).values(pending.map((line) => ({ runId: id, line })));
    await tx
      .update(siteRuns)
      .set({ fraction, counts, beatAt: sql`now()`, ...end })
      .where(eq(siteRuns.id, id));
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    // A missed beat is made up for by the next one; the end is not.
    writing = writing.then(() => write()).catch(() => undefined);
  }, BEAT_MS);
  const end = async (facts: Partial<typeof siteRuns.$inferInsert>, result?: Result) => {
    clearInterval(timer);
    await writing;
    await db.transaction(async (tx) => {
      await write({ ...facts, finishedAt: new Date() }, tx);
      if (result !== undefined) await record?.(tx, result);
    });
  };
  let result: Result;
  try {
    result = await work({
      db,
      signal,
      report(progress) {
        if (progress.fraction !== undefined) fraction = Math.min(1, Math.max(0, progress.fraction));
        if (progress.counts !== undefined) counts = { ...progress.counts };
        report({ fraction, counts });
      },
      reject(line) {
        if (stored >= MAX_STORED_REJECTIONS) return;
        stored += 1;
        lines.push(line);
      },
    });
  } catch (error) {
    await end(
      signal.aborted ? { status: "stopped" } : { status: "failed", problem: failureReason(error) },
    );
    throw error;
  }
  await (signal.aborted ? end({ status: "stopped" }) : end({ status: "done" }, result));
  return result;
}

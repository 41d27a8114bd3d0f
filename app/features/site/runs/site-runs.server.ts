import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, DrizzleQueryError, eq, notInArray, sql } from "drizzle-orm";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";
import { Conflict } from "~/errors/app-error";
import type { Log } from "~/observability/log.server";
import type { Database } from "~db/client.server";
import { runRejections, siteRuns } from "~db/schema";
import { isAbandoned } from "./list-runs.server";
import type { RunKind } from "./runs";

const BEAT_MS = 1_000;
/** A run that is still busy then counts as stopped once it is silent. */
const MAX_CLOSE_MS = 4_000;
/** Runs of a kind that the pages list. */
const MAX_STORED_RUNS = 20;
/** Rejected rows that are stored; all are counted. */
export const MAX_STORED_REJECTIONS = 10_000;

export interface NewRun {
  kind: RunKind;
  subject: string;
  startedBy: string;
}

/** What the work of a run may use. */
export interface RunHandle {
  /** Without time limits. */
  db: Database;
  /** Aborted when an owner stops the run or the process ends. */
  signal: AbortSignal;
  /** `fraction` is 0 to 1. */
  report(progress: { fraction?: number; counts?: Readonly<Record<string, number>> }): void;
  /** A line of NDJSON. */
  reject(line: string): void;
}

export interface SiteRuns {
  /**
   * Starts work in the background and stores its progress. Throws `Conflict` while a run of the
   * kind is under way, on any instance. `finished` never rejects.
   */
  start(
    run: NewRun,
    work: (handle: RunHandle) => Promise<void>,
  ): Promise<{ id: number; finished: Promise<void> }>;
  /** Stops the run of a kind, on whatever instance it is. */
  stop(kind: RunKind): Promise<void>;
  /** Stops this process's runs, and waits some seconds for them. */
  close(): Promise<void>;
}

interface Options {
  db: Database;
  /** Without time limits. */
  backgroundDb: Database;
  log: Log;
}

export function createSiteRuns({ db, backgroundDb, log }: Options): SiteRuns {
  const running = new Map<AbortController, Promise<void>>();

  async function execute(
    id: number,
    controller: AbortController,
    work: (handle: RunHandle) => Promise<void>,
  ): Promise<void> {
    const { signal } = controller;
    let fraction = 0;
    let counts: Record<string, number> = {};
    let lines: string[] = [];
    let stored = 0;
    const write = async (end: Partial<typeof siteRuns.$inferInsert> = {}) => {
      const pending = lines;
      lines = [];
      if (pending.length > 0)
        await backgroundDb
          .insert(runRejections)
          .values(pending.map((line) => ({ runId: id, line })));
      const [row] = await backgroundDb
        .update(siteRuns)
        .set({ fraction, counts, beatAt: sql`now()`, ...end })
        .where(eq(siteRuns.id, id))
        .returning({ stopRequested: siteRuns.stopRequested });
      if (row?.stopRequested !== false) controller.abort();
    };
    let writing = Promise.resolve();
    const timer = setInterval(() => {
      writing = writing
        .then(() => write())
        .catch((error: unknown) =>
          log.warn({ err: errorMessage(error) }, "the progress of a run was not stored"),
        );
    }, BEAT_MS);
    let problem: string | null = null;
    try {
      await work({
        db: backgroundDb,
        signal,
        report(progress) {
          if (progress.fraction !== undefined)
            fraction = Math.min(1, Math.max(0, progress.fraction));
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
        problem = describeFailure(error);
        log.error({ err: problem, run: id }, "a run failed");
      }
    }
    clearInterval(timer);
    await writing;
    const status = problem !== null ? "failed" : signal.aborted ? "stopped" : "done";
    await write({ status, problem, finishedAt: new Date() });
  }

  return {
    async start({ kind, subject, startedBy }, work) {
      const ended = { status: "stopped", finishedAt: new Date() } as const;
      await db
        .update(siteRuns)
        .set(ended)
        .where(and(eq(siteRuns.kind, kind), isAbandoned));
      const [row] = await db
        .insert(siteRuns)
        .values({ kind, subject, startedBy })
        .onConflictDoNothing()
        .returning({ id: siteRuns.id });
      if (row === undefined) throw new Conflict("run.running");
      const kept = db
        .select({ id: siteRuns.id })
        .from(siteRuns)
        .where(eq(siteRuns.kind, kind))
        .orderBy(desc(siteRuns.id))
        .limit(MAX_STORED_RUNS);
      await db.delete(siteRuns).where(and(eq(siteRuns.kind, kind), notInArray(siteRuns.id, kept)));
      const controller = new AbortController();
      const finished = execute(row.id, controller, work)
        .catch((error: unknown) =>
          log.error({ err: errorMessage(error), run: row.id }, "the end of a run was not stored"),
        )
        .finally(() => running.delete(controller));
      running.set(controller, finished);
      return { id: row.id, finished };
    },
    async stop(kind) {
      await db
        .update(siteRuns)
        .set({ stopRequested: true })
        .where(and(eq(siteRuns.kind, kind), eq(siteRuns.status, "running")));
    },
    async close() {
      for (const controller of running.keys()) controller.abort();
      const deadline = sleep(MAX_CLOSE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(running.values()), deadline]);
    },
  };
}

/** A failed query's own message holds the query. */
function describeFailure(error: unknown): string {
  return error instanceof DrizzleQueryError ? rootErrorMessage(error) : errorMessage(error);
}

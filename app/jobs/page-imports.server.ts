import { setTimeout as sleep } from "node:timers/promises";
import { Conflict } from "~/errors/app-error";
import {
  openRun,
  RunStopped,
  trackRun,
  type NewRun,
  type RunHandle,
} from "~/features/site/runs/track-run.server";
import type { Log } from "~/observability/log.server";
import type { DatabaseClient } from "~db/client.server";
import { failureReason } from "~db/failure-reason";
import { holdLane } from "./hold-lane.server";

/** An import that is still busy then counts as stopped once it is silent. */
const MAX_CLOSE_MS = 4_000;

export interface PageImports {
  /**
   * Starts an import in the background, in the lane of the jobs that write the catalog. Throws
   * `Conflict` while one of them or another import runs, on any instance. `finished` never rejects.
   */
  start(
    run: Pick<NewRun, "subject" | "startedBy">,
    work: (handle: RunHandle) => Promise<void>,
  ): Promise<{ id: number; finished: Promise<void> }>;
  /** Stops this process's imports, and waits some seconds for them. */
  close(): Promise<void>;
}

interface PageImportsOptions {
  /** Without timeouts. */
  database: Pick<DatabaseClient, "db" | "withConnection">;
  log: Log;
}

export function createPageImports({ database, log }: PageImportsOptions): PageImports {
  const { db } = database;
  const running = new Map<AbortController, Promise<void>>();
  return {
    async start(run, work) {
      const controller = new AbortController();
      let opened: (id: number) => void = () => undefined;
      const opening = new Promise<number>((resolve) => (opened = resolve));
      const held = holdLane(database, "jikan", async (lost) => {
        const id = await openRun(db, { kind: "import", ...run });
        opened(id);
        const signal = AbortSignal.any([controller.signal, lost]);
        await trackRun(db, id, signal, work).catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof RunStopped))
            log.error({ err: failureReason(error), run: id }, "an import failed");
        });
        return true;
      });
      const id = await Promise.race([opening, held]);
      if (typeof id !== "number") throw new Conflict("run.running");
      const finished = held
        .then(
          () => undefined,
          (error: unknown) =>
            log.error(
              { err: failureReason(error), run: id },
              "the end of an import was not stored",
            ),
        )
        .finally(() => running.delete(controller));
      running.set(controller, finished);
      return { id, finished };
    },
    async close() {
      for (const controller of running.keys()) controller.abort();
      const deadline = sleep(MAX_CLOSE_MS, undefined, { ref: false });
      await Promise.race([Promise.all(running.values()), deadline]);
    },
  };
}

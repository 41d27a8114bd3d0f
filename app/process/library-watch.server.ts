import { createWakeableLoop } from "~/concurrency/wakeable-loop";
import { rootErrorMessage } from "~/errors/error-message";
import { listWatchedFolders } from "~/features/library/watched-folders.server";
import { enqueueScans, planScans } from "~/jobs/enqueue-scans.server";
import type { Log } from "~/observability/log.server";
import type { DatabaseClient } from "~db/client.server";
import { createFolderWatchers } from "./folder-watchers.server";

interface LibraryWatchOptions {
  database: Pick<DatabaseClient, "db">;
  log: Log;
  /** Milliseconds between scans of a folder whose changes are not reported. */
  intervalMs: number;
  wakeJobs: () => void;
  /** Makes a copy one change. */
  settleMs?: number;
  /** Milliseconds until folders that another process adds are watched. */
  lookMs?: number;
}

export interface LibraryWatch {
  /** Looks for folders to watch, which a scan may have found. */
  wake(): void;
  stop(): Promise<void>;
}

const SETTLE_MS = 5_000;
const LOOK_MS = 15_000;
const MAX_STOP_MS = 2_000;

/**
 * Enqueues a scan of each watched media folder at the start, of changed ones soon after their last
 * change, and of all in intervals, as network shares seldom report changes.
 */
export function startLibraryWatch({
  database: { db },
  log,
  intervalMs,
  wakeJobs,
  settleMs = SETTLE_MS,
  lookMs = LOOK_MS,
}: LibraryWatchOptions): LibraryWatch {
  const loop = createWakeableLoop();
  const changed = new Set<string>();
  const watchers = createFolderWatchers((name) => {
    changed.add(name);
    loop.wake();
  });

  const look = async () => {
    await watchers.refresh(await listWatchedFolders(db));
    if (changed.size > 0) {
      await loop.sleep(settleMs);
      const names = [...changed];
      changed.clear();
      await enqueueScans(db, { names, intervalMs });
    }
    await planScans(db, intervalMs);
    wakeJobs();
  };

  const run = async () => {
    let isStarted = false;
    let lastReason = "";
    while (!loop.stopping.aborted) {
      const wake = loop.nextWake();
      try {
        if (!isStarted) await enqueueScans(db, { intervalMs });
        isStarted = true;
        await look();
        lastReason = "";
      } catch (error) {
        const reason = rootErrorMessage(error);
        if (!loop.stopping.aborted && reason !== lastReason)
          log.warn({ err: reason }, "media folders cannot be watched");
        lastReason = reason;
      }
      await loop.sleep(lookMs, wake);
    }
  };

  const running = run();
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop(running, MAX_STOP_MS);
      watchers.close();
    },
  };
}

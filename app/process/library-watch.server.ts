import { watch, type FSWatcher } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "~/errors/error-message";
import { reasonText } from "~/features/library/reason-text.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import type { ScanRequests } from "~/features/library/scan-requests";
import { listWatchedFolders } from "~/features/library/watched-folders.server";
import type { ProbeMedia } from "~/media/container/media-worker.server";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import type { Log } from "~/observability/log.server";
import type { DatabaseClient } from "~db/client.server";

interface LibraryWatchOptions {
  /** A first scan takes minutes. */
  database: DatabaseClient;
  log: Log;
  requests: ScanRequests;
  /** In this thread by default. */
  probe?: ProbeMedia;
  /** 0: on request only. */
  intervalMs: number;
  /** Makes a copy one change. */
  settleMs?: number;
  /** Files that were being written are looked at again after this time. */
  retryMs?: number;
}

const SETTLE_MS = 5_000;
const RETRY_MS = 60_000;
/** A timer's maximum. */
const MAX_WAIT_MS = 2_147_483_647;

interface NextScan {
  /** All folders by default. */
  names?: readonly string[];
  rematch?: boolean;
}

/** At the start, in intervals, on request and on changes, which network shares seldom report. */
export function startLibraryWatch({
  database,
  log,
  requests,
  probe = probeMediaFile,
  intervalMs,
  settleMs = SETTLE_MS,
  retryMs = RETRY_MS,
}: LibraryWatchOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  const unfinished = new Set<string>();
  let lastFullScan = -Infinity;
  let wake = new AbortController();
  let isRequested = false;
  requests.listen(() => {
    isRequested = true;
    wake.abort();
  });

  const watchFolder = (name: string, path: string) => {
    if (watchers.has(path)) return;
    try {
      const watcher = watch(path, { persistent: false }, () => {
        changed.add(name);
        wake.abort();
      });
      // Also at the system's limit of watches.
      watcher.on("error", () => {
        watcher.close();
        watchers.delete(path);
      });
      watchers.set(path, watcher);
      // From before the watch.
      changed.add(name);
      wake.abort();
    } catch {
      // Scanned in intervals only.
    }
  };

  const refreshWatchers = async () => {
    const wanted = await listWatchedFolders(database.db);
    const paths = new Set(wanted.map(({ path }) => path));
    for (const [path, watcher] of watchers)
      if (!paths.has(path)) {
        watcher.close();
        watchers.delete(path);
      }
    for (const { name, path } of wanted) watchFolder(name, path);
  };

  const scan = async (options: NextScan) => {
    if (options.names === undefined) lastFullScan = performance.now();
    const results = await scanLibrary(database, { ...options, probe, signal: stopping.signal });
    for (const { folder, problem, added, changed: other, moved, gone, ...result } of results) {
      if (result.unfinished > 0 && intervalMs > 0) unfinished.add(folder);
      if (problem !== null || added + other + moved + gone > 0)
        log.info(
          {
            folder,
            problem: problem === null ? null : reasonText([problem]),
            added,
            changed: other,
            moved,
            gone,
          },
          "media folder scanned",
        );
    }
    if (intervalMs > 0) await refreshWatchers();
  };

  /** Null when nothing is left. */
  const waitForNext = async (): Promise<NextScan | null> => {
    // Changes of one folder do not put off the scan of the others.
    const dueMs = intervalMs === 0 ? MAX_WAIT_MS : lastFullScan + intervalMs - performance.now();
    await waitFor(
      Math.max(0, unfinished.size === 0 ? dueMs : Math.min(dueMs, retryMs)),
      AbortSignal.any([stopping.signal, wake.signal]),
    );
    if (wake.signal.aborted && !isRequested) await waitFor(settleMs, stopping.signal);
    const names = new Set([...changed, ...unfinished]);
    const isForAll = isRequested;
    changed.clear();
    unfinished.clear();
    isRequested = false;
    wake = new AbortController();
    if (isForAll) return { rematch: true };
    if (intervalMs > 0 && performance.now() - lastFullScan >= intervalMs) return {};
    return names.size === 0 ? null : { names: [...names] };
  };

  const run = async () => {
    let next: NextScan | null = intervalMs === 0 ? null : {};
    while (!stopping.signal.aborted) {
      try {
        if (next !== null) await scan(next);
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: errorMessage(error) }, "a media folder could not be scanned");
      }
      next = await waitForNext();
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      for (const watcher of watchers.values()) watcher.close();
      await running;
    },
  };
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

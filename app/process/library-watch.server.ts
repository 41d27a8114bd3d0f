import { watch, type FSWatcher } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "~/errors/error-message";
import { scanLibrary } from "~/features/library/scan-library.server";
import { listWatchedFolders } from "~/features/library/watched-folders.server";
import type { Log } from "~/observability/log.server";
import type { DatabaseClient } from "~db/client.server";

interface LibraryWatchOptions {
  /** Without timeouts: a first scan takes minutes. */
  database: DatabaseClient;
  log: Log;
  intervalMs: number;
  /** Debounces changes, so that a copy is one change. */
  settleMs?: number;
}

const SETTLE_MS = 5_000;

/**
 * Scans all media folders at the start and in intervals, and a folder when something in it changes.
 * Network shares seldom report changes; the interval finds them.
 */
export function startLibraryWatch({
  database,
  log,
  intervalMs,
  settleMs = SETTLE_MS,
}: LibraryWatchOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let wake = new AbortController();

  const watchFolder = (name: string, path: string) => {
    if (watchers.has(path)) return;
    try {
      const watcher = watch(path, { persistent: false }, () => {
        changed.add(name);
        wake.abort();
      });
      // Also at the system's limit of watches: the interval remains.
      watcher.on("error", () => {
        watcher.close();
        watchers.delete(path);
      });
      watchers.set(path, watcher);
      // Catches changes from before the watch.
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

  const scan = async (names: readonly string[] | undefined) => {
    const results = await scanLibrary(database, {
      ...(names === undefined ? {} : { names }),
      signal: stopping.signal,
    });
    for (const { folder, problem, added, changed: other, moved, gone } of results)
      if (problem !== null || added + other + moved + gone > 0)
        log.info({ folder, problem, added, changed: other, moved, gone }, "media folder scanned");
    await refreshWatchers();
  };

  const run = async () => {
    let names: string[] | undefined;
    while (!stopping.signal.aborted) {
      try {
        await scan(names);
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: errorMessage(error) }, "a media folder could not be scanned");
      }
      await waitFor(intervalMs, AbortSignal.any([stopping.signal, wake.signal]));
      const isWoken = wake.signal.aborted;
      if (isWoken) await waitFor(settleMs, stopping.signal);
      names = isWoken ? [...changed] : undefined;
      changed.clear();
      wake = new AbortController();
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

import { watch, type Dirent, type FSWatcher } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface WatchedFolder {
  /** The media folder to scan when something changes. */
  name: string;
  path: string;
}

export interface FolderWatchers {
  /**
   * Watches the folders, then those below them, which may have no file yet. Replaces the watches of
   * folders that were moved or made anew, and ends those that are not among the folders of their
   * media folder, or below one.
   */
  refresh(folders: readonly WatchedFolder[]): Promise<void>;
  close(): void;
}

/** Further watches would exhaust the system's; the other folders are scanned in intervals. */
const MAX_WATCHES = 4_000;

/** Calls `onChange` with the media folder when something in a watched folder changes. */
export function createFolderWatchers(onChange: (name: string) => void): FolderWatchers {
  const watchers = new Map<string, { name: string; watcher: FSWatcher }>();
  /** Entries that were made, removed or moved since the last refresh, by path. */
  const renamed = new Map<string, WatchedFolder>();

  /** Returns whether the folder was not watched before. */
  function watchFolder({ name, path }: WatchedFolder): boolean {
    if (watchers.has(path) || watchers.size >= MAX_WATCHES) return false;
    try {
      const watcher = watch(path, { persistent: false }, (event, entry) => {
        if (event === "rename" && entry !== null)
          renamed.set(join(path, entry), { name, path: join(path, entry) });
        onChange(name);
      });
      // This happens at the system's limit of watches too.
      watcher.on("error", () => unwatch(path));
      watchers.set(path, { name, watcher });
    } catch {
      // Scanned in intervals only.
      return false;
    }
    // It may have changed before the watch.
    onChange(name);
    return true;
  }

  /** Watches the folders first, then those below. */
  async function watchAll(folders: readonly WatchedFolder[]): Promise<void> {
    const added = folders.filter(watchFolder);
    for (let folder = added.shift(); folder !== undefined; folder = added.shift())
      added.push(...(await listSubfolders(folder)).filter(watchFolder));
  }

  function unwatch(path: string): void {
    watchers.get(path)?.watcher.close();
    watchers.delete(path);
  }

  async function followRenamed(): Promise<void> {
    const entries = [...renamed.values()];
    renamed.clear();
    for (const entry of entries) {
      // A watch belongs to the folder that had the path before.
      for (const path of [...watchers.keys()])
        if (path === entry.path || path.startsWith(`${entry.path}/`)) unwatch(path);
      const stat = await lstat(entry.path).catch(() => null);
      if (stat?.isDirectory() === true) await watchAll([entry]);
    }
  }

  return {
    async refresh(folders) {
      await followRenamed();
      const names = new Map(folders.map(({ name, path }) => [path, name]));
      for (const [path, { name }] of [...watchers]) if (!isWithin(names, path, name)) unwatch(path);
      await watchAll(folders);
    },
    close() {
      for (const path of [...watchers.keys()]) unwatch(path);
    },
  };
}

/** A media folder that was removed may have been added again at another path. */
function isWithin(names: ReadonlyMap<string, string>, path: string, name: string): boolean {
  const parent = dirname(path);
  return names.get(path) === name || (parent !== path && isWithin(names, parent, name));
}

/** None when the folder cannot be listed. */
async function listSubfolders({ name, path }: WatchedFolder): Promise<WatchedFolder[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => ({ name, path: join(path, entry.name) }));
}

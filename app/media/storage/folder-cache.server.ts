import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Copies on disk that can be made again. */
export interface ClearableCache {
  bytes(): Promise<number>;
  clear(): Promise<void>;
}

/** Makes a cache of a folder that holds nothing else. */
export function clearableFolder(folder: string): ClearableCache {
  return { bytes: () => readFolderBytes(folder), clear: () => clearFolder(folder) };
}

/** The size of all files of a folder, 0 for a missing one. */
export async function readFolderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

/** Removes everything in a folder, which may be missing. */
async function clearFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/** Evicts the least recently used files until the folder has at most `maxBytes`. */
export async function shrinkFolder(folder: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return { name, size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  files.sort((one, other) => other.usedAt - one.usedAt);
  let total = 0;
  for (const { name, size } of files) {
    total += size;
    if (total > maxBytes) await rm(join(folder, name), { force: true });
  }
}

/**
 * Returns what keeps a folder at `maxBytes` when it is told of each file that is written. The
 * folder is read at the first file, then after each tenth of the limit, for which it leaves room.
 */
export function createFolderLimit(
  folder: string,
  maxBytes: number,
): (writtenBytes: number) => Promise<void> {
  const room = Math.floor(maxBytes / 10);
  let unread = Infinity;
  return async (writtenBytes) => {
    unread += writtenBytes;
    if (unread <= room) return;
    unread = 0;
    await shrinkFolder(folder, maxBytes - room);
  };
}

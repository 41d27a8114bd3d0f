import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** 0 for a missing folder. */
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

export async function clearFolder(folder: string): Promise<void> {
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

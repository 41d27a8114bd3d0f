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

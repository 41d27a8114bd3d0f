import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "~/errors/error-code";

interface WholeFile {
  path: string;
  drafts: string;
  bytes: Uint8Array;
  times?: { used: Date; changed: Date };
  /** Syncs: a power cut may truncate the file. */
  durable?: boolean;
  beforePlacing?: () => void;
}

/** Readers see the whole file or none. */
export async function writeFileAtomically({
  path,
  drafts,
  bytes,
  times,
  durable = false,
  beforePlacing,
}: WholeFile): Promise<void> {
  const draft = join(drafts, randomUUID());
  try {
    const file = await inFolder(drafts, () => open(draft, "wx"));
    try {
      await file.writeFile(bytes);
      if (times !== undefined) await file.utimes(times.used, times.changed);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    beforePlacing?.();
    await inFolder(dirname(path), () => rename(draft, path));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  if (durable) await syncPath(dirname(path));
}

export async function removeDrafts(drafts: string, before: number): Promise<void> {
  for (const name of await namesIn(drafts)) {
    const path = join(drafts, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && stats.mtimeMs < before) await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

async function inFolder<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true });
    return work();
  }
}

/** A file or a folder's entries. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "~/errors/error-code";

interface WholeFile {
  path: string;
  /** Where unfinished files lie, on the same file system. */
  drafts: string;
  bytes: Uint8Array;
  /** Last use and last change, where they mean something. */
  times?: { used: Date; changed: Date };
  /** Forces file and folder to disk, so that it outlives a power cut. Without this a cut may leave a file in its place with bytes missing; a process that ends cannot. */
  durable?: boolean;
  /** Called when the file is complete and about to take its place. */
  beforePlacing?: () => void;
}

/** Writes a file so that others see all of it or nothing: beside its place, then renamed. */
export async function writeWholeFile({
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
  if (durable) await syncFolder(dirname(path));
}

/** Removes the drafts of processes that were killed: those that nobody has written to since `before`, in milliseconds since 1970. */
export async function removeDrafts(drafts: string, before: number): Promise<void> {
  for (const name of await namesIn(drafts)) {
    const path = join(drafts, name);
    const known = await stat(path).catch(() => null);
    if (known !== null && known.mtimeMs < before) await rm(path, { force: true });
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

/** Does what needs the folder, and makes it only when that fails for want of it: it is nearly always there. */
async function inFolder<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true });
    return work();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

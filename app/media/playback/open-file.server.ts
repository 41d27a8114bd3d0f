import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { NotFound } from "~/errors/app-error";
import { FileBytes, type ReadBudget } from "~/media/container/file-bytes.server";
import { openRegularFile } from "~/media/files/open-regular-file.server";

/** The caller closes `handle`. */
export interface OpenFile {
  path: string;
  handle: FileHandle;
  size: number;
  modifiedAt: Date;
  /** Changes with the file; part of the URLs of its derivatives. */
  version: string;
}

export type FileVersion = Pick<OpenFile, "path" | "version">;

/** Regular files only; `path` has links resolved. */
export async function openFile(path: string): Promise<OpenFile> {
  const { handle, stat } = await openRegularFile(path);
  return { path, handle, size: stat.size, modifiedAt: stat.mtime, version: versionOf(stat) };
}

/** Returns the `OpenFile.version` of a file. */
export async function fileVersion(path: string): Promise<string> {
  const { handle, stat } = await openRegularFile(path);
  await handle.close();
  return versionOf(stat);
}

/** Opens a file for `work`. Throws `NotFound` when it has changed. */
export async function withVersion<Result>(
  { path, version }: FileVersion,
  work: (file: OpenFile) => Promise<Result>,
): Promise<Result> {
  const file = await openFile(path);
  try {
    if (file.version !== version) throw new NotFound("media.changed");
    return await work(file);
  } finally {
    await file.handle.close();
  }
}

function versionOf({ mtimeMs, size }: Stats): string {
  return `v${Math.round(mtimeMs).toString(36)}-${size.toString(36)}`;
}

export function bytesOf({ handle, size }: OpenFile, budget: ReadBudget): FileBytes {
  return new FileBytes(handle, size, budget);
}

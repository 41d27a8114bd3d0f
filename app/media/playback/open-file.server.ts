import type { FileHandle } from "node:fs/promises";
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

/** Regular files only; `path` has links resolved. */
export async function openFile(path: string): Promise<OpenFile> {
  const { handle, stat } = await openRegularFile(path);
  const version = `v${Math.round(stat.mtimeMs).toString(36)}-${stat.size.toString(36)}`;
  return { path, handle, size: stat.size, modifiedAt: stat.mtime, version };
}

export function bytesOf({ handle, size }: OpenFile, budget: ReadBudget): FileBytes {
  return new FileBytes(handle, size, budget);
}

import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { FileBytes, type ReadBudget } from "~/media/container/file-bytes.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";

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
  // O_NONBLOCK, so that opening a named pipe cannot block.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stat = await handle.stat();
  if (!stat.isFile()) {
    await handle.close();
    throw new UnreadableMedia("media.unknownFormat");
  }
  const version = `v${Math.round(stat.mtimeMs).toString(36)}-${stat.size.toString(36)}`;
  return { path, handle, size: stat.size, modifiedAt: stat.mtime, version };
}

export function bytesOf({ handle, size }: OpenFile, budget: ReadBudget): FileBytes {
  return new FileBytes(handle, size, budget);
}

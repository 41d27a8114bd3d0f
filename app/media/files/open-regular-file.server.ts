import { constants, type Stats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { errorCode } from "~/errors/error-code";
import { UnreadableMedia } from "~/media/container/unreadable-media";

/**
 * Opens a regular file whose links are resolved; the caller closes the handle. Throws Node's
 * errors, and `UnreadableMedia` for a pipe, a folder or a device.
 */
export async function openRegularFile(path: string): Promise<{ handle: FileHandle; stat: Stats }> {
  // O_NONBLOCK, so that opening a named pipe cannot block.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (stat.isFile()) return { handle, stat };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw new UnreadableMedia("media.unknownFormat");
}

/** Whether Node's error means that there is no such file, or none that may be read. */
export function isMissingFile(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG", "ENXIO"].includes(
    errorCode(error),
  );
}

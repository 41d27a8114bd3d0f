import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { eq } from "drizzle-orm";
import { errorCode } from "~/errors/error-code";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/** Files with other extensions are not served. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".ts": "video/mp2t",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
  ".m4v": "video/mp4",
  ".m4a": "audio/mp4",
  ".webm": "video/webm",
  ".aac": "audio/aac",
  ".mp3": "audio/mpeg",
  ".vtt": "text/vtt; charset=utf-8",
  ".key": "application/octet-stream",
};

export const MEDIA_FILES_PATH = "/media/files";

/** The caller closes `handle`. */
export interface MediaFile {
  handle: FileHandle;
  type: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Opens a file of a registered folder, or returns null when it is missing or must not be served.
 * `path` is decoded, with `/` as separator. Symbolic links are resolved before the containment
 * check; hidden files, other types and anything but regular files are treated as missing.
 */
export async function openMediaFile(
  db: Database,
  folder: string,
  path: string,
): Promise<MediaFile | null> {
  const type = MEDIA_TYPES[extname(path).toLowerCase()];
  const parts = path.split("/");
  if (
    type === undefined ||
    parts.some((part) => part === "" || part.startsWith(".") || /[\\\0]/.test(part))
  )
    return null;
  const [registered] = await db
    .select({ path: mediaFolders.path })
    .from(mediaFolders)
    .where(eq(mediaFolders.name, folder));
  if (registered === undefined) return null;
  try {
    const root = await realpath(registered.path);
    const target = await realpath(join(root, ...parts));
    if (
      !target.startsWith(root.endsWith(sep) ? root : root + sep) ||
      MEDIA_TYPES[extname(target).toLowerCase()] === undefined
    )
      return null;
    // O_NONBLOCK, so that opening a named pipe cannot block.
    const handle = await open(
      target,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    const stat = await handle.stat();
    if (stat.isFile()) return { handle, type, size: stat.size, modifiedAt: stat.mtime };
    await handle.close();
    return null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The first bytes of the file at a path under `/media/files/`, or null. */
export async function readMediaFileStart(
  db: Database,
  path: string,
  bytes = 16,
): Promise<Uint8Array | null> {
  const [folder = "", ...rest] = path.slice(MEDIA_FILES_PATH.length + 1).split("/");
  const file = path.startsWith(`${MEDIA_FILES_PATH}/`)
    ? await openMediaFile(db, decodeSegment(folder), rest.map(decodeSegment).join("/"))
    : null;
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.handle.close();
  }
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG", "ENXIO"].includes(
    errorCode(error),
  );
}

import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { eq } from "drizzle-orm";
import { errorCode } from "~/errors/error-code";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/** What is served from a media folder, by extension. Everything else that may lie there stays private. */
const TYPES: Readonly<Record<string, string>> = {
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

/** The address under which a folder's files are served. */
export const MEDIA_FILES = "/media/files";

/** An open file of a media folder. Whoever gets it closes it. */
export interface MediaFile {
  handle: FileHandle;
  type: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Opens a file below a registered folder, or answers null when there is nothing that may be served. `path` is decoded, with `/` between
 * its parts. Nothing outside the folder is reachable: links are resolved before the comparison, and hidden files, other types and
 * everything that is no plain file do not exist.
 */
export async function openMediaFile(
  db: Database,
  folder: string,
  path: string,
): Promise<MediaFile | null> {
  const type = TYPES[extname(path).toLowerCase()];
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
      TYPES[extname(target).toLowerCase()] === undefined
    )
      return null;
    // Not blocking, so that a pipe that lies there cannot hold the request.
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

/** The first bytes of a file under `/media/files/`, or null. */
export async function readMediaFileStart(
  db: Database,
  address: string,
  bytes = 16,
): Promise<Uint8Array | null> {
  const [folder = "", ...rest] = address.slice(MEDIA_FILES.length + 1).split("/");
  const file = address.startsWith(`${MEDIA_FILES}/`)
    ? await openMediaFile(db, decoded(folder), rest.map(decoded).join("/"))
    : null;
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.handle.close();
  }
}

function decoded(text: string): string {
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

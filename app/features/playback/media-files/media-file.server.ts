import { realpath, type FileHandle } from "node:fs/promises";
import { extname, join } from "node:path";
import { eq } from "drizzle-orm";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { isInside } from "~/media/files/folder-paths.server";
import { isMissingFile, openRegularFile } from "~/media/files/open-regular-file.server";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import { parseMediaFileUrl } from "./media-file-location";

/** Files with other extensions are not served. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".ts": "video/mp2t",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
  ".m4v": "video/mp4",
  ".m4a": "audio/mp4",
  ".webm": "video/webm",
  ".mkv": "video/x-matroska",
  ".mk3d": "video/x-matroska",
  ".mov": "video/quicktime",
  ".avi": "video/x-msvideo",
  ".m2ts": "video/mp2t",
  ".mts": "video/mp2t",
  ".aac": "audio/aac",
  ".mp3": "audio/mpeg",
  ".vtt": "text/vtt; charset=utf-8",
  ".key": "application/octet-stream",
};

/** The caller closes `handle`. */
export interface MediaFile {
  handle: FileHandle;
  type: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Resolves links; null when the file is missing or must not be served. `parts` are decoded. Links
 * that leave the folder, hidden files and other types are treated as missing.
 */
export async function locateMediaFile(
  db: Database,
  folder: string,
  parts: readonly string[],
): Promise<{ path: string; type: string } | null> {
  if (servedType(parts) === null) return null;
  const root = await findFolderPath(db, folder);
  return root === null ? null : locateUnder(root, parts);
}

/** The path of a registered folder by its name in URLs. */
export async function findFolderPath(db: Database, name: string): Promise<string | null> {
  const [registered] = await db
    .select({ path: mediaFolders.path })
    .from(mediaFolders)
    .where(eq(mediaFolders.name, name));
  return registered?.path ?? null;
}

/** Does what `locateMediaFile` does in a folder whose path is known. */
export async function locateUnder(
  folderPath: string,
  parts: readonly string[],
): Promise<{ path: string; type: string } | null> {
  const type = servedType(parts);
  if (type === null) return null;
  try {
    const root = await realpath(folderPath);
    const path = await realpath(join(root, ...parts));
    return isInside(root, path) && MEDIA_TYPES[extname(path).toLowerCase()] !== undefined
      ? { path, type }
      : null;
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

function servedType(parts: readonly string[]): string | null {
  if (parts.some((part) => part === "" || part.startsWith(".") || /[\\/\0]/.test(part)))
    return null;
  return MEDIA_TYPES[extname(parts.at(-1) ?? "").toLowerCase()] ?? null;
}

/** Opens a video of a media folder; null for anything but a regular file. */
export async function openMediaFile(
  db: Database,
  folder: string,
  parts: readonly string[],
): Promise<MediaFile | null> {
  return openLocated(await locateMediaFile(db, folder, parts));
}

/** Opens what `locateMediaFile` found; null for anything but a regular file. */
export async function openLocated(
  located: { path: string; type: string } | null,
): Promise<MediaFile | null> {
  if (located === null) return null;
  try {
    const { handle, stat } = await openRegularFile(located.path);
    return { handle, type: located.type, size: stat.size, modifiedAt: stat.mtime };
  } catch (error) {
    if (isMissingFile(error) || error instanceof UnreadableMedia) return null;
    throw error;
  }
}

export async function readMediaFileStart(
  db: Database,
  path: string,
  bytes = 16,
): Promise<Uint8Array | null> {
  const location = parseMediaFileUrl(path);
  const file = location === null ? null : await openMediaFile(db, location.folder, location.path);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.handle.close();
  }
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMediaFileStart } from "~/features/playback/media-files/media-file.server";
import { MEDIA_FILES_PATH } from "~/media/files/media-file-url";
import type { Database } from "~db/client.server";

/** Reads from a media folder of the database, or from `public` of the installation at `root`. */
export async function readLocalStart(
  db: Database,
  root: string,
  url: string,
): Promise<Uint8Array | null> {
  if (url.startsWith(`${MEDIA_FILES_PATH}/`)) return readMediaFileStart(db, url);
  const publicFolder = join(root, "public");
  const path = join(publicFolder, url);
  return path.startsWith(publicFolder) ? readFile(path).catch(() => null) : null;
}

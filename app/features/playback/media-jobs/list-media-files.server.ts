import { join } from "node:path";
import { asc, desc, like, sql } from "drizzle-orm";
import { AppError } from "~/errors/app-error";
import { parseMediaFileUrl } from "~/features/playback/media-files/media-file-location";
import { locateUnder } from "~/features/playback/media-files/media-file.server";
import { MEDIA_FILES_PATH } from "~/media/files/media-file-url";
import { isMissingFile } from "~/media/files/open-regular-file.server";
import { fileVersion } from "~/media/playback/open-file.server";
import type { Database } from "~db/client.server";
import { episodeSources, mediaFolders } from "~db/schema";

/** A file of a media folder that plays as an episode. */
export interface ListedMediaFile {
  /** The path of the file on this site, as `episode_sources` stores it. */
  url: string;
  path: string;
  animeId: number;
  /** The episode's number, or null for a file of several episodes. */
  number: number | null;
}

/** Files of media folders with a source, the newest first, also while their disk is away. */
export async function listMediaFiles(db: Database): Promise<ListedMediaFile[]> {
  const [sources, folders] = await Promise.all([
    db
      .select({
        url: episodeSources.url,
        animeId: sql<number>`min(${episodeSources.animeMalId})`,
        number: sql<number | null>`CASE WHEN count(*) = 1 THEN min(${episodeSources.number}) END`,
      })
      .from(episodeSources)
      .where(like(episodeSources.url, `${MEDIA_FILES_PATH}/%`))
      .groupBy(episodeSources.url)
      .orderBy(desc(sql`max(${episodeSources.id})`), asc(episodeSources.url)),
    db.select({ name: mediaFolders.name, path: mediaFolders.path }).from(mediaFolders),
  ]);
  const roots = new Map(folders.map(({ name, path }) => [name, path]));
  const files: ListedMediaFile[] = [];
  for (const { url, animeId, number } of sources) {
    const parsed = parseMediaFileUrl(url);
    const root = roots.get(parsed?.folder ?? "");
    if (parsed === null || root === undefined || /\.m3u8$/i.test(url)) continue;
    const located = await locateUnder(root, parsed.path);
    files.push({ path: located?.path ?? join(root, ...parsed.path), url, animeId, number });
  }
  return files;
}

/** Returns the file's version, or null while the file or its disk is away. */
export async function findVersion(path: string): Promise<string | null> {
  try {
    return await fileVersion(path);
  } catch (error) {
    if (isMissingFile(error) || error instanceof AppError) return null;
    throw error;
  }
}

import { and, asc, eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { Locale } from "~/i18n/locales";
import type { Database } from "~db/client.server";
import { mediaDecisions, mediaFiles, mediaFolders } from "~db/schema";
import { describeSuggestions, visibleTitles, type DoubtfulGroup } from "./list-files.server";
import { storedReasonText } from "./reason-text.server";
import { createFileNames } from "./scan/file-names.server";

/** The files that are decided together. */
export interface MediaGroup {
  folder: string;
  groupKey: string;
  parsedTitle: string;
  count: number;
  /** The first of them. */
  files: {
    path: string;
    /** The number in the name, or in the `.nfo` file beside it. */
    episode: { first: number; last: number } | null;
    isMissing: boolean;
    reason: string;
  }[];
  suggestions: DoubtfulGroup["suggestions"];
  decision: {
    animeId: number | null;
    /** The title's name; null for an ignored group and for a title that the viewer may not see. */
    title: string | null;
    isAnime: boolean;
    episodeOffset: number;
  } | null;
}

interface GetGroupOptions {
  folder: string;
  groupKey: string;
  locale: Locale;
  viewer: Viewer;
}

const MAX_LISTED = 200;

/** Throws `NotFound` for a group without files. */
export async function getGroup(
  db: Database,
  { folder, groupKey, locale, viewer }: GetGroupOptions,
): Promise<MediaGroup> {
  const files = await db
    .select({
      path: mediaFiles.path,
      root: mediaFolders.path,
      parsedTitle: mediaFiles.parsedTitle,
      status: mediaFiles.status,
      reason: mediaFiles.reason,
      suggestions: mediaFiles.suggestions,
      count: sql<number>`(count(*) OVER ())::int4`,
    })
    .from(mediaFiles)
    .innerJoin(mediaFolders, eq(mediaFolders.name, mediaFiles.folder))
    .where(and(eq(mediaFiles.folder, folder), eq(mediaFiles.groupKey, groupKey)))
    .orderBy(asc(mediaFiles.path))
    .limit(MAX_LISTED);
  const [first] = files;
  if (first === undefined)
    throw new NotFound({ key: "folder.groupNotFound", values: { group: groupKey } });
  const nameOf = createFileNames(first.root);
  const numbers = await Promise.all(files.map(async ({ path }) => (await nameOf(path)).episode));
  const [decision] = await db
    .select()
    .from(mediaDecisions)
    .where(and(eq(mediaDecisions.folder, folder), eq(mediaDecisions.groupKey, groupKey)));
  const suggestions = files.find((file) => file.suggestions.length > 0)?.suggestions ?? [];
  const animeId = decision?.animeMalId ?? null;
  const titles = await visibleTitles(
    db,
    [...suggestions.map(({ malId }) => malId), ...(animeId === null ? [] : [animeId])],
    viewer,
  );
  return {
    folder,
    groupKey,
    parsedTitle: first.parsedTitle,
    count: first.count,
    files: files.map(({ path, status, reason }, index) => ({
      path,
      episode: numbers[index] ?? null,
      isMissing: status === "missing",
      reason: storedReasonText(reason, locale),
    })),
    suggestions: describeSuggestions(suggestions, titles, locale),
    decision:
      decision === undefined
        ? null
        : {
            animeId,
            title: animeId === null ? null : (titles.get(animeId) ?? null),
            isAnime: decision.isAnime,
            episodeOffset: decision.episodeOffset,
          },
  };
}

import { and, asc, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from "drizzle-orm";
import { isVisible, UNRESTRICTED, type Viewer } from "~/features/catalog/visibility.server";
import type { Locale } from "~/i18n/locales";
import type { Database } from "~db/client.server";
import { animes, mediaFiles, mediaFolders, type MediaSuggestion } from "~db/schema";
import { storedReasonText } from "./reason-text.server";

export interface AttachedFile {
  path: string;
  /** A decision about it can change what its files are. */
  groupKey: string;
  animeId: number;
  title: string;
  firstEpisode: number;
  lastEpisode: number;
  confidence: number;
  reason: string;
  problem: string | null;
}

export interface DoubtfulGroup {
  folder: string;
  groupKey: string;
  parsedTitle: string;
  files: number;
  example: string;
  reason: string;
  suggestions: (MediaSuggestion & { title: string })[];
}

export interface FileReason {
  path: string;
  reason: string;
}

export interface MissingFile {
  path: string;
  /** The title's name; null without a match, and for a title that the viewer may not see. */
  title: string | null;
  episode: number | null;
}

interface TextOptions {
  /** The language of reasons; English by default. */
  locale?: Locale;
}

interface PageOptions extends TextOptions {
  limit?: number;
  offset?: number;
}

/** Titles that a viewer may not see are left out; the command line is not restricted. */
interface GroupOptions extends PageOptions {
  viewer?: Viewer;
}

/** Files that play, of one folder or, with null, of all. */
const waits = (folder: string | null): SQL | undefined =>
  and(
    folder === null ? undefined : eq(mediaFiles.folder, folder),
    eq(mediaFiles.status, "ready"),
    isNull(mediaFiles.decision),
  );

export async function listAttachedFiles(db: Database, folder: string): Promise<AttachedFile[]> {
  const rows = await db
    .select({
      path: mediaFiles.path,
      groupKey: mediaFiles.groupKey,
      animeId: animes.malId,
      title: animes.title,
      firstEpisode: mediaFiles.firstEpisode,
      lastEpisode: mediaFiles.lastEpisode,
      confidence: mediaFiles.confidence,
      reason: mediaFiles.reason,
      problem: mediaFiles.problem,
    })
    .from(mediaFiles)
    .innerJoin(animes, eq(animes.malId, mediaFiles.animeMalId))
    .where(
      and(
        eq(mediaFiles.folder, folder),
        eq(mediaFiles.status, "ready"),
        inArray(mediaFiles.decision, ["automatic", "confirmed"]),
        isNotNull(mediaFiles.firstEpisode),
      ),
    )
    .orderBy(asc(animes.title), asc(mediaFiles.firstEpisode), asc(mediaFiles.path));
  return rows.map((row) => ({
    ...row,
    firstEpisode: row.firstEpisode ?? 0,
    lastEpisode: row.lastEpisode ?? row.firstEpisode ?? 0,
    confidence: row.confidence ?? 0,
    reason: storedReasonText(row.reason),
    problem: row.problem === null ? null : storedReasonText(row.problem),
  }));
}

/** Lists the groups of one folder, or with null of all folders. */
export async function listDoubtfulGroups(
  db: Database,
  folder: string | null,
  { locale, viewer = UNRESTRICTED, limit, offset = 0 }: GroupOptions = {},
): Promise<DoubtfulGroup[]> {
  const query = db
    .selectDistinctOn([mediaFiles.folder, mediaFiles.groupKey], {
      folder: mediaFiles.folder,
      groupKey: mediaFiles.groupKey,
      parsedTitle: mediaFiles.parsedTitle,
      files: sql<number>`(count(*) OVER (PARTITION BY ${mediaFiles.folder}, ${mediaFiles.groupKey}))::int4`,
      example: mediaFiles.path,
      reason: mediaFiles.reason,
      suggestions: mediaFiles.suggestions,
    })
    .from(mediaFiles)
    .where(waits(folder))
    .orderBy(asc(mediaFiles.folder), asc(mediaFiles.groupKey), asc(mediaFiles.path))
    .offset(offset);
  const rows = await (limit === undefined ? query : query.limit(limit));
  const titles = await visibleTitles(
    db,
    rows.flatMap(({ suggestions }) => suggestions.map(({ malId }) => malId)),
    viewer,
  );
  return rows.map((row) => ({
    ...row,
    reason: storedReasonText(row.reason, locale),
    suggestions: describeSuggestions(row.suggestions, titles, locale),
  }));
}

/** The number of groups that wait in a folder or, with null, in all. */
export async function countDoubtfulGroups(db: Database, folder: string | null): Promise<number> {
  const [row] = await db
    .select({
      count: sql<number>`count(DISTINCT (${mediaFiles.folder}, ${mediaFiles.groupKey}))::int4`,
    })
    .from(mediaFiles)
    .where(waits(folder));
  return row?.count ?? 0;
}

/** The titles of those ids that a viewer may see, by id. */
export async function visibleTitles(
  db: Database,
  malIds: readonly number[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(malIds)];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: animes.malId, title: animes.title })
    .from(animes)
    .where(and(inArray(animes.malId, ids), isVisible(animes, viewer)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export function describeSuggestions(
  suggestions: readonly MediaSuggestion[],
  titles: ReadonlyMap<number, string>,
  locale?: Locale,
): DoubtfulGroup["suggestions"] {
  return suggestions.flatMap((suggestion) => {
    const title = titles.get(suggestion.malId);
    return title === undefined
      ? []
      : [{ ...suggestion, title, reason: storedReasonText(suggestion.reason, locale) }];
  });
}

export async function listUnusedFiles(
  db: Database,
  folder: string,
  { locale, limit, offset = 0 }: PageOptions = {},
): Promise<FileReason[]> {
  const query = db
    .select({
      path: mediaFiles.path,
      status: mediaFiles.status,
      problem: mediaFiles.problem,
      reason: mediaFiles.reason,
    })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.folder, folder),
        ne(mediaFiles.status, "missing"),
        sql`(${mediaFiles.status} <> 'ready' OR ${mediaFiles.decision} = 'ignored')`,
      ),
    )
    .orderBy(asc(mediaFiles.path))
    .offset(offset);
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map(({ path, status, problem, reason }) => ({
    path,
    reason: storedReasonText(status === "ready" ? reason : problem, locale),
  }));
}

/** Files that are not there any more, with the episode that they were. */
export async function listMissingFiles(
  db: Database,
  folder: string,
  { limit, offset, viewer }: { limit: number; offset: number; viewer: Viewer },
): Promise<MissingFile[]> {
  return db
    .select({ path: mediaFiles.path, title: animes.title, episode: mediaFiles.firstEpisode })
    .from(mediaFiles)
    .leftJoin(animes, and(eq(animes.malId, mediaFiles.animeMalId), isVisible(animes, viewer)))
    .where(and(eq(mediaFiles.folder, folder), eq(mediaFiles.status, "missing")))
    .orderBy(asc(mediaFiles.path))
    .limit(limit)
    .offset(offset);
}

/** Files that the last scan passed over; the first 1,000 of them are known. */
export async function listSkippedFiles(
  db: Database,
  folder: string,
  { locale, limit = Infinity, offset = 0 }: PageOptions = {},
): Promise<FileReason[]> {
  const [row] = await db
    .select({ skipped: mediaFolders.skipped })
    .from(mediaFolders)
    .where(eq(mediaFolders.name, folder));
  return (row?.skipped ?? [])
    .slice(offset, offset + limit)
    .map(({ path, reason }) => ({ path, reason: storedReasonText(reason, locale) }));
}

import { and, eq, notInArray, sql } from "drizzle-orm";
import type { JikanClient, JikanList } from "~/providers/jikan/client.server";
import type { Database } from "~db/client.server";
import { animes } from "~db/schema";
import { importCatalog, importEpisodes } from "./import-catalog.server";
import { importJikanListing } from "./import-jikan-listing.server";
import type { JikanProgressFile } from "./jikan-progress-file.server";
import {
  readJikanCatalog,
  readJikanEpisodes,
  readJikanTitles,
  type JikanProgress,
} from "./jikan-source.server";
import { emptyCounts, type ImportCounts, type SourceItem } from "./source-item";

/** What an update did. `unread` counts the pages or titles that Jikan did not deliver. */
export interface RefreshCounts extends ImportCounts {
  unread: number;
}

export interface RefreshOptions {
  client: JikanClient;
  signal: AbortSignal;
}

/** Jikan fails for some titles for weeks; as many in a row mean that it is down. */
const MAX_CONSECUTIVE_FAILURES = 9;
/** Titles that stopped airing since the last update. */
const MAX_ENDED = 100;
/** At 60 requests a minute, five minutes and more. */
const MAX_FOLLOWED = 300;

/**
 * Updates what airs, what began this season, and titles that were airing and are on neither list
 * any more. Throws `JikanFailed` when Jikan is down.
 */
export async function refreshAiring(db: Database, options: RefreshOptions): Promise<RefreshCounts> {
  const seen = new Set<number>();
  const airing = await refreshList(db, "airing", options, seen);
  const season = await refreshList(db, "season", options, seen);
  const counts = addCounts(airing, season);
  // With an unread page, titles would only seem to have ended.
  if (counts.unread > 0 || options.signal.aborted) return counts;
  const ended = await db
    .select({ id: animes.malId })
    .from(animes)
    .where(and(eq(animes.airing, true), notInArray(animes.malId, [...seen, 0])))
    .orderBy(animes.malId)
    .limit(MAX_ENDED);
  return addCounts(counts, await refreshTitles(db, ended, options));
}

/** Updates what is announced. Throws `JikanFailed` when Jikan is down. */
export function refreshUpcoming(db: Database, options: RefreshOptions): Promise<RefreshCounts> {
  return refreshList(db, "upcoming", options);
}

/**
 * Updates the whole listing, from where an interrupted update stopped. Throws `JikanFailed` when
 * Jikan is down.
 */
export async function refreshListing(
  db: Database,
  { progressFile, client, signal }: RefreshOptions & { progressFile: JikanProgressFile },
): Promise<RefreshCounts> {
  const { counts, progress } = await importJikanListing(db, {
    client,
    progressFile,
    signal,
    onRejected: () => undefined,
    onProgress: () => undefined,
  });
  // The next update reads everything again, failed pages included.
  if (!signal.aborted) progressFile.clear();
  return { ...counts, unread: progress.failedPages.length };
}

/**
 * Updates the episodes of titles that users watch or plan, if they air or lack episodes. Throws
 * `JikanFailed` when Jikan is down.
 */
export async function refreshFollowedEpisodes(
  db: Database,
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  const ids = await listFollowed(db);
  let unread = 0;
  const counts = await importEpisodes(
    db,
    readJikanEpisodes(client, ids, {
      signal,
      maxConsecutiveFailures: MAX_CONSECUTIVE_FAILURES,
      onFailedTitle: () => (unread += 1),
    }),
    { source: "jikan", signal },
  );
  return { ...counts, unread };
}

async function refreshList(
  db: Database,
  list: JikanList,
  options: RefreshOptions,
  seen = new Set<number>(),
): Promise<RefreshCounts> {
  let progress: JikanProgress = { nextPage: 1, failedPages: [] };
  const save = (next: JikanProgress) => (progress = next);
  const counts = await importList(db, list, options, { from: progress, save }, seen);
  return { ...counts, unread: progress.failedPages.length };
}

function importList(
  db: Database,
  list: JikanList,
  { client, signal }: RefreshOptions,
  progress: { from: JikanProgress; save: (next: JikanProgress) => void },
  seen?: Set<number>,
): Promise<ImportCounts> {
  const pages = readJikanCatalog(client, { list, signal, ...progress });
  return importCatalog(db, seen === undefined ? pages : noteIds(pages, seen), {
    source: "jikan",
    signal,
  });
}

async function* noteIds(
  pages: AsyncIterable<SourceItem[]>,
  seen: Set<number>,
): AsyncGenerator<SourceItem[]> {
  for await (const items of pages) {
    for (const item of items) {
      const id = "value" in item ? (item.value as { mal_id?: unknown }).mal_id : undefined;
      if (typeof id === "number" && Number.isInteger(id)) seen.add(id);
    }
    yield items;
  }
}

async function refreshTitles(
  db: Database,
  titles: readonly { id: number }[],
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  let unread = 0;
  const ids = titles.map(({ id }) => id);
  const counts = await importCatalog(
    db,
    readJikanTitles(client, ids, {
      signal,
      maxConsecutiveFailures: MAX_CONSECUTIVE_FAILURES,
      onFailedTitle: () => (unread += 1),
    }),
    { source: "jikan", signal },
  );
  return { ...counts, unread };
}

/** Airing ones first, then those with most followers. Jikan lists no episodes of films. */
async function listFollowed(db: Database): Promise<number[]> {
  const rows = await db.execute<{ mal_id: number }>(sql`
    SELECT a.mal_id FROM animes a
    JOIN (
      SELECT anime_mal_id, count(*) AS users FROM watch_list_entries
      WHERE state IN ('watching', 'rewatching', 'paused', 'planned') GROUP BY anime_mal_id
    ) f ON f.anime_mal_id = a.mal_id
    WHERE a.type IS DISTINCT FROM 'Movie' AND a.status IS DISTINCT FROM 'Not yet aired'
      AND (a.airing OR coalesce(a.episodes, 1) >
        (SELECT count(*) FROM episodes e WHERE e.anime_mal_id = a.mal_id))
    ORDER BY a.airing DESC, f.users DESC, a.mal_id LIMIT ${MAX_FOLLOWED}`);
  return rows.map(({ mal_id }) => mal_id);
}

function addCounts(one: RefreshCounts, other: RefreshCounts): RefreshCounts {
  const sum = { ...emptyCounts(), unread: 0 };
  for (const name of Object.keys(sum) as (keyof RefreshCounts)[])
    sum[name] = one[name] + other[name];
  return sum;
}

import { hasBegun } from "~/features/catalog/airing-status.server";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { JikanClient, JikanList } from "~/providers/jikan/client.server";
import type { Database } from "~db/client.server";
import { animes } from "~db/schema";
import {
  importCatalog,
  importCharacters,
  importEpisodes,
  importRelations,
  importStaff,
  importThemes,
} from "./import-catalog.server";
import { importJikanListing, type JikanListingOptions } from "./import-jikan-listing.server";
import { isJikanIdSql } from "./jikan-ids";
import {
  readJikanCatalog,
  readJikanCharacters,
  readJikanEpisodes,
  readJikanRelations,
  readJikanStaff,
  readJikanThemes,
  readJikanTitles,
  type JikanProgress,
  type JikanTitlesOptions,
} from "./jikan-source.server";
import { emptyCounts, type ImportCounts, type SourceItem } from "./source-item";

/** What an update did. `unread` counts the pages or titles that Jikan did not deliver. */
export interface RefreshCounts extends Omit<ImportCounts, "unknown" | "unreadable" | "repeated"> {
  unread: number;
  unreadable: number;
}

export interface RefreshOptions {
  client: JikanClient;
  signal: AbortSignal;
}

/** Jikan fails for some titles for weeks; as many in a row mean that it is down. */
const MAX_CONSECUTIVE_FAILURES = 9;
/** Titles that stopped airing since the last update. */
const MAX_ENDED = 100;
/** The limit takes five minutes and more at 60 requests a minute. */
const MAX_FOLLOWED = 300;
const MAX_RELATED = 300;
/** Titles of a run, each of which takes three requests. */
const MAX_CREDITED = 100;
/** Titles whose credits are read and noted together, so that an interruption costs little. */
const CREDITED_PER_BATCH = 20;
/** The rank beyond which only credits of titles that users follow are read. */
const MAX_POPULARITY = 3_000;
/** Casts change while a title airs. */
const AIRING_CREDITS_MAX_AGE_DAYS = 14;
const CREDITS_MAX_AGE_DAYS = 180;
/** Jikan learns of most relations when a title is announced. */
const RELATIONS_MAX_AGE_DAYS = 30;

/**
 * Updates what airs, what began this season, and titles that were airing and are on neither list
 * any more. Throws `ServiceError` when Jikan is down.
 */
export async function refreshAiring(db: Database, options: RefreshOptions): Promise<RefreshCounts> {
  const seen = new Set<number>();
  const airing = await refreshList(db, "airing", options, seen);
  const season = await refreshList(db, "season", options, seen);
  const counts = addCounts(airing, season);
  // If a page was not read, its titles would only seem to have ended.
  if (counts.unread > 0 || options.signal.aborted) return counts;
  const ended = await db
    .select({ id: animes.malId })
    .from(animes)
    .where(
      and(
        eq(animes.airing, true),
        isJikanIdSql(animes.malId),
        notInArray(animes.malId, [...seen, 0]),
      ),
    )
    .orderBy(animes.malId)
    .limit(MAX_ENDED);
  return addCounts(counts, await refreshTitles(db, ended, options));
}

/** Updates what is announced. Throws `ServiceError` when Jikan is down. */
export function refreshUpcoming(db: Database, options: RefreshOptions): Promise<RefreshCounts> {
  return refreshList(db, "upcoming", options);
}

/**
 * Updates the whole listing, from where an interrupted update stopped. Throws `ServiceError` when
 * Jikan is down.
 */
export async function refreshListing(
  db: Database,
  options: JikanListingOptions,
): Promise<RefreshCounts> {
  const { counts, progress } = await importJikanListing(db, options);
  // The next update reads everything again, failed pages included.
  if (options.signal?.aborted !== true) options.progressFile.clear();
  return toRefreshCounts(counts, progress.failedPages.length);
}

/**
 * Updates the episodes of titles that users watch or plan, if they air or lack episodes. Throws
 * `ServiceError` when Jikan is down.
 */
export async function refreshFollowedEpisodes(
  db: Database,
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  const ids = await listFollowed(db);
  return countUnread(signal, (watch) =>
    importEpisodes(db, readJikanEpisodes(client, ids, watch), { source: "jikan", signal }),
  );
}

/**
 * Updates the relations of a share of the titles, so that all are read in time: new ones first, and
 * among these what users follow, airs or is announced. Throws `ServiceError` when Jikan is down.
 */
export async function refreshRelations(
  db: Database,
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  const ids = await listUnrelated(db);
  const checked: number[] = [];
  try {
    return await countUnread(signal, (watch) =>
      importRelations(db, readJikanRelations(client, ids, noteChecks(watch, checked)), {
        source: "jikan",
        signal,
      }),
    );
  } finally {
    await saveChecks(db, "relation_checks", checked);
  }
}

/**
 * Updates characters, voice actors, staff and theme songs of a share of the titles that users
 * follow, and of popular ones. Throws `ServiceError` when Jikan is down.
 */
export async function refreshCredits(
  db: Database,
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  const ids = await listUncredited(db);
  let counts = toRefreshCounts(emptyCounts(), 0);
  for (let start = 0; start < ids.length && !signal.aborted; start += CREDITED_PER_BATCH) {
    // Each part is read of the titles that the one before could be read of.
    let batch = ids.slice(start, start + CREDITED_PER_BATCH);
    for (const [read, write] of CREDIT_PARTS) {
      const checked: number[] = [];
      counts = addCounts(
        counts,
        await countUnread(signal, (watch) =>
          write(db, read(client, batch, noteChecks(watch, checked)), { source: "jikan", signal }),
        ),
      );
      batch = checked;
    }
    await saveChecks(db, "credit_checks", batch);
  }
  return counts;
}

const CREDIT_PARTS = [
  [readJikanCharacters, importCharacters],
  [readJikanStaff, importStaff],
  [readJikanThemes, importThemes],
] as const;

/** Adds the titles that need no other request soon to `checked`. */
export function noteChecks(watch: JikanTitlesOptions, checked: number[]): JikanTitlesOptions {
  let failed: number[] = [];
  return {
    ...watch,
    onFailedTitle(malId, failure) {
      if (failure.kind !== "not-found") failed.push(malId);
      watch.onFailedTitle?.(malId, failure);
    },
    onTitle(malId) {
      if (failed.at(-1) === malId) return;
      // Jikan works, so only the titles before it failed: they must not be first every day.
      checked.push(...failed, malId);
      failed = [];
    },
  };
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
  return toRefreshCounts(counts, progress.failedPages.length);
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

function refreshTitles(
  db: Database,
  titles: readonly { id: number }[],
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  const ids = titles.map(({ id }) => id);
  return countUnread(signal, (watch) =>
    importCatalog(db, readJikanTitles(client, ids, watch), { source: "jikan", signal }),
  );
}

/** Runs work that reads one title after the other, and counts the titles that could not be read. */
export async function countUnread(
  signal: AbortSignal,
  work: (watch: JikanTitlesOptions) => Promise<ImportCounts>,
): Promise<RefreshCounts> {
  let unread = 0;
  const counts = await work({
    signal,
    maxConsecutiveFailures: MAX_CONSECUTIVE_FAILURES,
    onFailedTitle: () => (unread += 1),
  });
  return toRefreshCounts(counts, unread);
}

/** Lists airing titles first, then those with most followers. Jikan lists no episodes of films. */
async function listFollowed(db: Database): Promise<number[]> {
  const rows = await db.execute<{ mal_id: number }>(sql`
    SELECT a.mal_id FROM animes a
    JOIN (
      SELECT anime_mal_id, count(*) AS users FROM watch_list_entries
      WHERE state IN ('watching', 'rewatching', 'paused', 'planned') GROUP BY anime_mal_id
    ) f ON f.anime_mal_id = a.mal_id
    WHERE ${isJikanIdSql(sql`a.mal_id`)} AND a.type IS DISTINCT FROM 'Movie' AND ${hasBegun(sql`a`)}
      AND (a.airing OR coalesce(a.episodes, 1) >
        (SELECT count(*) FROM episodes e WHERE e.anime_mal_id = a.mal_id))
    ORDER BY a.airing DESC, f.users DESC, a.mal_id LIMIT ${MAX_FOLLOWED}`);
  return rows.map(({ mal_id }) => mal_id);
}

async function listUnrelated(db: Database): Promise<number[]> {
  const rows = await db.execute<{ mal_id: number }>(sql`
    SELECT a.mal_id FROM animes a LEFT JOIN relation_checks c USING (mal_id)
    WHERE ${isJikanIdSql(sql`a.mal_id`)} AND (c.checked_at IS NULL
      OR c.checked_at < now() - make_interval(days => ${RELATIONS_MAX_AGE_DAYS}))
    ORDER BY c.checked_at IS NOT NULL,
      a.mal_id IN (
        SELECT anime_mal_id FROM watch_list_entries
        WHERE state IN ('watching', 'rewatching', 'paused', 'planned')
      ) DESC,
      a.airing OR a.status = 'Not yet aired' DESC NULLS LAST,
      c.checked_at, a.popularity, a.mal_id
    LIMIT ${MAX_RELATED}`);
  return rows.map(({ mal_id }) => mal_id);
}

async function listUncredited(db: Database): Promise<number[]> {
  const rows = await db.execute<{ mal_id: number }>(sql`
    SELECT a.mal_id
    FROM animes a
    LEFT JOIN credit_checks c USING (mal_id)
    LEFT JOIN (
      SELECT DISTINCT anime_mal_id FROM watch_list_entries WHERE state <> 'dropped'
    ) f ON f.anime_mal_id = a.mal_id
    WHERE ${isJikanIdSql(sql`a.mal_id`)}
      AND (f.anime_mal_id IS NOT NULL OR a.popularity <= ${MAX_POPULARITY})
      AND (c.checked_at IS NULL OR c.checked_at < now() - make_interval(days =>
        CASE WHEN a.airing OR a.status = 'Not yet aired'
          THEN ${AIRING_CREDITS_MAX_AGE_DAYS}::int ELSE ${CREDITS_MAX_AGE_DAYS}::int END))
    ORDER BY c.checked_at IS NOT NULL, f.anime_mal_id IS NULL, c.checked_at,
      a.popularity NULLS LAST, a.mal_id
    LIMIT ${MAX_CREDITED}`);
  return rows.map(({ mal_id }) => mal_id);
}

async function saveChecks(
  db: Database,
  table: "relation_checks" | "credit_checks",
  ids: readonly number[],
): Promise<void> {
  // A title may have been deleted in between.
  await db.execute(sql`
    INSERT INTO ${sql.raw(table)} (mal_id)
    SELECT mal_id FROM animes WHERE mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int[])
    ON CONFLICT (mal_id) DO UPDATE SET checked_at = now()`);
}

export function toRefreshCounts(
  { added, changed, unchanged, rejected, unreadable = 0 }: ImportCounts,
  unread: number,
): RefreshCounts {
  return { added, changed, unchanged, rejected, unread, unreadable };
}

export function addCounts(one: RefreshCounts, other: RefreshCounts): RefreshCounts {
  const sum = toRefreshCounts(emptyCounts(), 0);
  for (const name of Object.keys(sum) as (keyof RefreshCounts)[])
    sum[name] = one[name] + other[name];
  return sum;
}

import { sql, type SQL } from "drizzle-orm";
import { airingStatus } from "~/features/catalog/airing-status.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { parseMultirange } from "./episode-set";
import { isPlayable } from "./is-playable.server";
import { MIN_RESUME_SECONDS, WATCHED_FRACTION } from "./half-watched";
import type { EpisodeSpan, WatchHistory } from "./next-episode";

/** SQL for the number of a title's episodes, null while unknown. Expects `animes` as `a`. */
export const TOTAL_EPISODES = sql`coalesce(nullif(a.episodes, 0), CASE WHEN (${airingStatus(sql`a`)}) = 'Finished Airing' THEN (
  SELECT max(e.number) FROM episodes e WHERE e.anime_mal_id = a.mal_id) END)`;

/**
 * The last episode that was broadcast, 0 before the first. What plays here was broadcast, even if
 * the catalog has yet to learn its date. If all dates are in the future, the episodes before the
 * first of them were broadcast.
 */
const LAST_AIRED = sql`CASE ${airingStatus(sql`a`)}
  WHEN 'Currently Airing' THEN (
    SELECT CASE
      WHEN bool_or(e.aired <= now())
        THEN max(e.number) FILTER (WHERE e.aired <= now() OR ${isPlayable})
      WHEN bool_or(e.aired > now())
        THEN greatest(
          min(e.number) FILTER (WHERE e.aired > now()) - 1,
          max(e.number) FILTER (WHERE ${isPlayable})) END
    FROM episodes e WHERE e.anime_mal_id = a.mal_id)
  WHEN 'Not yet aired' THEN coalesce((
    SELECT max(e.number) FROM episodes e
    WHERE e.anime_mal_id = a.mal_id AND (e.aired <= now() OR ${isPlayable})), 0) END`;

/** Catalogs list an episode days after its broadcast, which is mostly a week after the last. */
const MAY_HAVE_AIRED = sql`CASE WHEN (${airingStatus(sql`a`)}) = 'Currently Airing' THEN (
  SELECT max(e.aired) <= now() - interval '7 days'
  FROM episodes e WHERE e.anime_mal_id = a.mal_id) END`;

/**
 * SQL for whether a row `p` of `playback_positions` is older than the rewatch that is under way.
 * The day on which that began depends on the user's time zone.
 */
export function isBeforeRewatch(userId: string): SQL {
  return sql`EXISTS (
    SELECT FROM rewatches r
    WHERE r.user_id = ${userId}::uuid AND r.anime_mal_id = p.anime_mal_id AND NOT r.finished
      AND to_char(p.updated_at + interval '1 day', 'YYYY-MM-DD') < r.started_on)`;
}

function halfWatched(userId: string): SQL {
  return sql`(
    SELECT p.number FROM playback_positions p
    WHERE p.user_id = ${userId}::uuid AND p.anime_mal_id = a.mal_id
      AND p.position_seconds >= ${MIN_RESUME_SECONDS}::float8
      AND (p.position_seconds < p.duration_seconds * ${WATCHED_FRACTION}::float8) IS NOT FALSE
      AND NOT coalesce(s.episodes @> p.number, false)
      AND NOT ${isBeforeRewatch(userId)}
    ORDER BY p.updated_at DESC, p.number DESC LIMIT 1)`;
}

/**
 * SQL for what tells the next episode of a title; `skipsFiller` passes over filler and recaps.
 * Expects `animes` as `a` and the user's `seen_episodes` as `s`.
 */
export function historyColumns(
  userId: string,
  { skipsFiller = false }: { skipsFiller?: boolean | undefined } = {},
): SQL {
  return sql`${countColumns(userId)}, ${fillerColumn(skipsFiller)}`;
}

/** The columns of `historyColumns` but for filler, which takes the longest. */
export function countColumns(userId: string): SQL {
  return sql`s.episodes::text AS seen, coalesce(s.count, 0) AS count,
    ${halfWatched(userId)} AS half_watched, ${TOTAL_EPISODES} AS total, ${LAST_AIRED} AS last_aired,
    ${MAY_HAVE_AIRED} AS may_have_aired`;
}

export function fillerColumn(skipsFiller: boolean): SQL {
  return skipsFiller
    ? sql`(
      SELECT range_agg(int4range(e.number, e.number + 1))::text FROM episodes e
      WHERE e.anime_mal_id = a.mal_id AND (e.filler OR e.recap)) AS filler`
    : sql`NULL::text AS filler`;
}

interface SpanRow {
  total: number | null;
  last_aired: number | null;
  /** A multirange; null where filler counts. */
  filler: string | null;
}

/** What `historyColumns` selects. */
export interface HistoryRow extends SpanRow {
  seen: string | null;
  count: number;
  may_have_aired: boolean | null;
  half_watched: number | null;
}

export function toHistory(row: HistoryRow): WatchHistory {
  return {
    seen: parseMultirange(row.seen),
    halfWatched: row.half_watched,
    mayHaveAired: row.may_have_aired === true,
    ...toSpan(row),
  };
}

function toSpan({ total, last_aired, filler }: SpanRow): EpisodeSpan {
  return { total, lastAired: last_aired, filler: parseMultirange(filler) };
}

/** What a user has watched of titles that need not be on the list, by title id. */
export async function listHistories(
  db: Database,
  userId: string,
  animeIds: readonly number[],
  { skipsFiller }: { skipsFiller: boolean },
): Promise<Map<number, WatchHistory>> {
  if (animeIds.length === 0) return new Map();
  const rows = await db.execute<HistoryRow & { mal_id: number; [column: string]: unknown }>(
    prepared(sql`
      SELECT a.mal_id, ${historyColumns(userId, { skipsFiller })}
      FROM animes a
      LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = a.mal_id
      WHERE a.mal_id = ANY(${sql.param(animeIds)}::int4[])`),
  );
  return new Map([...rows].map((row) => [row.mal_id, toHistory(row)]));
}

/** Reads the episodes of a title. With `skipsFiller` its filler and recaps are known. */
export async function getEpisodeSpan(
  db: Database,
  animeId: number,
  { skipsFiller }: { skipsFiller: boolean },
): Promise<EpisodeSpan> {
  const [row] = await db.execute<SpanRow & Record<string, unknown>>(
    prepared(
      sql`
      SELECT ${TOTAL_EPISODES} AS total, ${LAST_AIRED} AS last_aired, ${fillerColumn(skipsFiller)}
      FROM animes a WHERE a.mal_id = ${animeId}::int4`,
    ),
  );
  return toSpan(row ?? { total: null, last_aired: null, filler: null });
}

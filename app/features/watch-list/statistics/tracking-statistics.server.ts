import { sql, type SQL } from "drizzle-orm";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import { dayOf } from "~/features/watch-list/tracking/change-entries.server";
import type { Database } from "~db/client.server";
import {
  toStatistics,
  type StatisticsDay,
  type StatisticsRow,
  type TrackingStatistics,
} from "./statistics";

export interface ListReader extends Viewer {
  hidePrivate: boolean;
}

export interface StatisticsOptions extends ListReader {
  year?: number | undefined;
  timeZone: string;
  now?: Date;
}

const DEFAULT_EPISODE_MINUTES = 24;
const DAY_MS = 86_400_000;

/**
 * Two statements at once. A title counts for each of its genres and studios. Episodes of unknown
 * length count as 24 minutes. Days are those of the year, or the last 365.
 */
export async function getTrackingStatistics(
  db: Database,
  userId: string,
  { year, timeZone, now = new Date(), ...reader }: StatisticsOptions,
): Promise<TrackingStatistics> {
  const first =
    year === undefined ? dayOf(new Date(now.getTime() - 364 * DAY_MS), timeZone) : `${year}-01-01`;
  const last = year === undefined ? dayOf(now, timeZone) : `${year}-12-31`;
  const [groups, days] = await Promise.all([
    countGroups(db, userId, { first, last, year, reader }),
    countDays(db, userId, { first, last, reader }),
  ]);
  return toStatistics(year ?? null, groups, days);
}

interface Span {
  first: string;
  last: string;
  reader: ListReader;
}

async function countGroups(
  db: Database,
  userId: string,
  { first, last, year, reader }: Span & { year: number | undefined },
): Promise<StatisticsRow[]> {
  const daily =
    year === undefined
      ? sql``
      : sql`daily AS MATERIALIZED (${episodesByDay(userId, first, last)}),`;
  return db.execute<StatisticsRow>(sql`
    WITH entries AS (${visibleEntries(userId, reader)}), ${daily}
      timed AS MATERIALIZED (
        SELECT *, episodes * episode_minutes AS minutes,
          CASE WHEN length IS NULL THEN NULL WHEN length = 1 THEN '1' WHEN length < 7 THEN '2–6'
            WHEN length < 17 THEN '7–16' WHEN length < 29 THEN '17–28' WHEN length < 56 THEN '29–55'
            WHEN length < 101 THEN '56–100' ELSE '101+' END AS bucket
        FROM (${year === undefined ? allTitles(userId) : titlesOfYear(userId, year)}) AS own
      )
    SELECT CASE grouping(state, score, year, type, bucket)
        WHEN 15 THEN 'state' WHEN 23 THEN 'score' WHEN 27 THEN 'year' WHEN 29 THEN 'type'
        WHEN 30 THEN 'length' ELSE 'total' END AS dimension,
      coalesce(state, score::text, year::text, type, bucket) AS name,
      count(*)::int4 AS titles, sum(episodes) AS episodes, sum(minutes) AS minutes,
      avg(score)::float8 AS mean_score, sum(rewatches)::float8 AS rewatches,
      count(score)::int4 AS scored, stddev_pop(score)::float8 AS deviation
    FROM timed GROUP BY GROUPING SETS ((state), (score), (year), (type), (bucket), ())
    UNION ALL ${groupsOfNames("genre", sql`genres`)}
    UNION ALL ${groupsOfNames("studio", sql`studios`)}
    ORDER BY titles DESC, name`);
}

async function countDays(
  db: Database,
  userId: string,
  { first, last, reader }: Span,
): Promise<StatisticsDay[]> {
  const rows = await db.execute<StatisticsDay & Record<string, unknown>>(sql`
    WITH daily AS MATERIALIZED (${episodesByDay(userId, first, last)})
    SELECT day::text AS date, sum(watched) AS episodes, sum(watched * episode_minutes) AS minutes
    FROM daily JOIN (${visibleEntries(userId, reader)}) AS entries USING (anime_mal_id)
    WHERE watched > 0 GROUP BY day ORDER BY day`);
  return rows.map(({ date, episodes, minutes }) => ({ date, episodes, minutes }));
}

/** Counts are `float8`, as the product of imported numbers exceeds an integer. */
export function visibleEntries(userId: string, { hidePrivate, ...viewer }: ListReader): SQL {
  return sql`
    SELECT e.anime_mal_id, e.state, e.score, e.started_on, e.finished_on, l.year, l.type,
      nullif(l.episodes, 0) AS length, l.genres, l.studios, coalesce(s.count, 0)::float8 AS seen,
      coalesce(l.duration_minutes, ${DEFAULT_EPISODE_MINUTES}::int4)::float8 AS episode_minutes
    FROM watch_list_entries e
    JOIN listing_entries l ON l.mal_id = e.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid AND NOT (e.private AND ${hidePrivate}::boolean)
      AND ${isVisibleEntry(sql`l`, viewer)}`;
}

/**
 * Episodes by title and day. Unmarked episodes are subtracted from the latest days: a day counts by
 * how much it raises the maximum of the sums from the last day back to it. Titles whose days only
 * add, nearly all, do without the sums.
 */
export function episodesByDay(userId: string, first: string, last: string): SQL {
  const lessened = sql`(SELECT anime_mal_id FROM nets WHERE net < 0)`;
  return sql`
    WITH nets AS MATERIALIZED (
      SELECT v.anime_mal_id, v.day, sum(v.watched)::float8 AS net FROM list_events v
      WHERE v.user_id = ${userId}::uuid AND v.day BETWEEN ${first}::date AND ${last}::date
        AND v.watched <> 0 AND v.undone_at IS NULL
      GROUP BY v.anime_mal_id, v.day
    )
    SELECT anime_mal_id, day, net AS watched FROM nets WHERE anime_mal_id NOT IN ${lessened}
    UNION ALL
    SELECT anime_mal_id, day, peak - lag(peak, 1, 0::float8) OVER backwards AS watched
    FROM (
      SELECT anime_mal_id, day, greatest(0, max(since) OVER backwards) AS peak
      FROM (
        SELECT anime_mal_id, day, sum(net) OVER backwards AS since
        FROM nets WHERE anime_mal_id IN ${lessened}
        WINDOW backwards AS (PARTITION BY anime_mal_id ORDER BY day DESC)
      ) AS sums WINDOW backwards AS (PARTITION BY anime_mal_id ORDER BY day DESC)
    ) AS peaks WINDOW backwards AS (PARTITION BY anime_mal_id ORDER BY day DESC)`;
}

/**
 * A finished rewatch counts the title's episodes again; so does the first watch during a rewatch.
 */
const allTitles = (userId: string) => sql`
  SELECT n.*, seen + coalesce(r.times, 0) * coalesce(length, seen) AS episodes,
    coalesce(r.finished, 0) AS rewatches
  FROM entries n LEFT JOIN (
    SELECT anime_mal_id, count(*) AS times, count(*) FILTER (WHERE finished) AS finished
    FROM rewatches WHERE user_id = ${userId}::uuid GROUP BY anime_mal_id
  ) r USING (anime_mal_id)`;

/**
 * Titles of a year by `entries` and `daily`: from the year's events, or else a finish date in it,
 * as imports have. `completed` is a finish in the year.
 */
export const titlesOfYear = (userId: string, year: number) => {
  const prefix = `${year}%`;
  return sql`
    SELECT * FROM (
      SELECT n.*, coalesce(v.watched, (CASE WHEN n.finished_on LIKE ${prefix} THEN 1 ELSE 0 END
          + coalesce(again.times, 0)) * coalesce(length, seen)) AS episodes,
        coalesce(again.times, 0) AS rewatches,
        coalesce(n.finished_on LIKE ${prefix}, false) AS completed,
        coalesce(n.finished_on LIKE ${prefix}, false) OR coalesce(n.started_on LIKE ${prefix}, false) AS dated
      FROM entries n
      LEFT JOIN (
        SELECT anime_mal_id, sum(watched) AS watched FROM daily GROUP BY anime_mal_id
      ) v USING (anime_mal_id)
      LEFT JOIN (
        SELECT anime_mal_id, count(*) AS times FROM rewatches
        WHERE user_id = ${userId}::uuid AND finished AND finished_on LIKE ${prefix} GROUP BY anime_mal_id
      ) again USING (anime_mal_id)
    ) AS titles WHERE episodes > 0 OR dated OR rewatches > 0`;
};

/** `unnest` in the select list costs half of one joined by row. */
const groupsOfNames = (dimension: "genre" | "studio", names: SQL) => sql`
  SELECT ${sql.raw(`'${dimension}'`)}, name, count(*)::int4, sum(episodes), sum(minutes), avg(score)::float8, 0, 0, NULL
  FROM (SELECT unnest(${names}) AS name, episodes, minutes, score FROM timed) AS named GROUP BY name`;

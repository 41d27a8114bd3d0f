import { sql, type SQL } from "drizzle-orm";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import { WHOLE_DATE_LENGTH } from "~/features/watch-list/tracking/finish-dates.server";
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

/** The days of the year, or the last 365. */
export function statisticsSpan({ year, timeZone, now = new Date() }: StatisticsOptions): {
  first: string;
  last: string;
} {
  if (year !== undefined) return { first: `${year}-01-01`, last: `${year}-12-31` };
  return {
    first: dayOf(new Date(now.getTime() - 364 * DAY_MS), timeZone),
    last: dayOf(now, timeZone),
  };
}

interface Row extends StatisticsRow {
  days: StatisticsDay[] | null;
}

/**
 * One statement, as groups and days read the same entries. A title counts for each of its genres
 * and studios. Episodes of unknown length count as 24 minutes.
 */
export async function getTrackingStatistics(
  db: Database,
  userId: string,
  options: StatisticsOptions,
): Promise<TrackingStatistics> {
  const { year } = options;
  const { first, last } = statisticsSpan(options);
  const rows = await db.execute<Row>(sql`
    WITH entries AS MATERIALIZED (${visibleEntries(userId, options)}),
      daily AS MATERIALIZED (${episodesByDay(userId, first, last)}),
      timed AS MATERIALIZED (
        SELECT state, score, year, type, genres, studios, episodes, rewatches,
          episodes * episode_minutes AS minutes,
          CASE WHEN length IS NULL THEN NULL WHEN length = 1 THEN '1' WHEN length < 7 THEN '2–6'
            WHEN length < 17 THEN '7–16' WHEN length < 29 THEN '17–28' WHEN length < 56 THEN '29–55'
            WHEN length < 101 THEN '56–100' ELSE '101+' END AS bucket
        FROM (${year === undefined ? allTitles(userId) : titlesOfYear(userId, year)}) AS own
      )
    SELECT * FROM (
      SELECT CASE grouping(state, score, year, type, bucket)
          WHEN 15 THEN 'state' WHEN 23 THEN 'score' WHEN 27 THEN 'year' WHEN 29 THEN 'type'
          WHEN 30 THEN 'length' ELSE 'total' END AS dimension,
        coalesce(state, score::text, year::text, type, bucket) AS name,
        count(*)::int4 AS titles, sum(episodes) AS episodes, sum(minutes) AS minutes,
        avg(score)::float8 AS mean_score, sum(rewatches)::float8 AS rewatches,
        count(score)::int4 AS scored, stddev_pop(score)::float8 AS deviation, NULL::json AS days
      FROM timed GROUP BY GROUPING SETS ((state), (score), (year), (type), (bucket), ())
      UNION ALL ${groupsOfNames("genre", sql`genres`)}
      UNION ALL ${groupsOfNames("studio", sql`studios`)}
      UNION ALL ${daysOf(userId, first, last)}
    ) AS groups ORDER BY titles DESC, name`);
  const days = rows.find(({ dimension }) => dimension === "days")?.days ?? [];
  return toStatistics(year ?? null, rows, days);
}

/**
 * The days are one row, which costs less than a row of many columns for each. A title without
 * events in the span counts on its finish dates, as it does in `titlesOfYear`.
 */
const daysOf = (userId: string, first: string, last: string) => sql`
  SELECT 'days', NULL, 0, 0, 0, NULL, 0, 0, NULL, json_agg(json_build_object(
    'date', day, 'episodes', episodes, 'minutes', minutes,
    'finished_episodes', finished, 'finished_minutes', finished_minutes) ORDER BY day)
  FROM (
    SELECT day, sum(watched) AS episodes, sum(watched * episode_minutes) AS minutes,
      sum(finished) AS finished, sum(finished * episode_minutes) AS finished_minutes
    FROM (
      SELECT anime_mal_id, day::text AS day, watched, 0::float8 AS finished FROM daily
      WHERE watched > 0
      UNION ALL
      SELECT anime_mal_id, f.finished_on, coalesce(n.length, n.seen), coalesce(n.length, n.seen)
      FROM entries n JOIN (
        SELECT anime_mal_id, finished_on FROM entries
        UNION ALL SELECT anime_mal_id, finished_on FROM rewatches
        WHERE user_id = ${userId}::uuid AND finished
      ) AS f USING (anime_mal_id)
      WHERE char_length(f.finished_on) = ${WHOLE_DATE_LENGTH} AND f.finished_on BETWEEN ${first} AND ${last}
        AND coalesce(n.length, n.seen) > 0 AND anime_mal_id NOT IN (SELECT anime_mal_id FROM daily)
    ) AS watchings JOIN entries USING (anime_mal_id) GROUP BY day
  ) AS counted`;

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
  SELECT ${sql.raw(`'${dimension}'`)}, name, count(*)::int4, sum(episodes), sum(minutes), avg(score)::float8,
    0, 0, NULL, NULL
  FROM (SELECT unnest(${names}) AS name, episodes, minutes, score FROM timed) AS named GROUP BY name`;

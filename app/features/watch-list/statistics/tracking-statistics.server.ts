import { sql } from "drizzle-orm";
import { z } from "zod";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import { dayOf } from "~/features/watch-list/tracking/change-entries.server";
import { zodMessage } from "~/i18n/error-message";
import type { Database } from "~db/client.server";

const MIN_YEAR = 1900;
const MAX_YEAR = 9999;
const invalidYear = zodMessage({
  key: "field.integerBetween",
  values: { field: "year", min: MIN_YEAR, max: MAX_YEAR },
});

export const statisticsQuerySchema = z.object({
  year: z
    .string()
    .regex(/^\d{4}$/, invalidYear)
    .transform(Number)
    .refine((year) => year >= MIN_YEAR && year <= MAX_YEAR, invalidYear)
    .optional(),
});

/** Titles with an own score count for the mean; episodes include those of rewatches. */
const groupSchema = z.object({
  name: z.string().nullable(),
  titles: z.int(),
  episodes: z.int(),
  minutes: z.int(),
  /** 0 to 100. */
  mean_score: z.number().nullable(),
});
export type StatisticsGroup = z.output<typeof groupSchema>;

export const statisticsSchema = z
  .object({
    year: z.int().nullable(),
    totals: z.object({
      titles: z.int(),
      episodes: z.int(),
      minutes: z.int(),
      hours: z.number(),
      /** Of life. */
      days: z.number(),
      /** Finished ones. */
      rewatches: z.int(),
      scored: z.int(),
      mean_score: z.number().nullable(),
      /** The standard deviation. */
      score_deviation: z.number().nullable(),
    }),
    by_state: z.array(groupSchema),
    /** By tens: 0 to 100. */
    by_score: z.array(groupSchema),
    by_genre: z.array(groupSchema),
    by_studio: z.array(groupSchema),
    by_year: z.array(groupSchema),
    by_type: z.array(groupSchema),
    /** By the number of episodes. */
    by_length: z.array(groupSchema),
    days: z.array(z.object({ date: z.string(), episodes: z.int(), minutes: z.int() })),
  })
  .meta({ id: "Statistics" });
export type TrackingStatistics = z.output<typeof statisticsSchema>;

export interface StatisticsOptions extends Viewer {
  /** Only what was watched in it. */
  year?: number | undefined;
  timeZone: string;
  /** For other readers than the user. */
  hidePrivate?: boolean;
  now?: Date;
}

interface GroupRow extends Record<string, unknown> {
  dimension: "state" | "score" | "genre" | "studio" | "year" | "type" | "length" | "total";
  name: string | null;
  titles: number;
  episodes: number;
  minutes: number;
  mean_score: number | null;
  rewatches: number;
  scored: number;
  deviation: number | null;
}

interface DayRow extends Record<string, unknown> {
  date: string;
  episodes: number;
  minutes: number;
}

const DEFAULT_EPISODE_MINUTES = 24;
const DAY_MS = 86_400_000;

/**
 * Counts a user's list. A title counts for each of its genres and studios. Episodes of unknown
 * length count as 24 minutes.
 */
export async function getTrackingStatistics(
  db: Database,
  userId: string,
  { year, timeZone, hidePrivate = false, now = new Date(), ...viewer }: StatisticsOptions,
): Promise<TrackingStatistics> {
  const first =
    year === undefined ? dayOf(new Date(now.getTime() - 364 * DAY_MS), timeZone) : `${year}-01-01`;
  const last = year === undefined ? dayOf(now, timeZone) : `${year}-12-31`;
  const visible = sql`NOT (e.private AND ${hidePrivate}::boolean) AND ${isVisible(sql`l.mature`, viewer)}`;
  const [groups, days] = await Promise.all([
    db.execute<GroupRow>(
      year === undefined ? allGroups(userId, visible) : yearGroups(userId, visible, year),
    ),
    db.execute<DayRow>(sql`
      SELECT day::text AS date, sum(watched)::int4 AS episodes,
        sum(watched * coalesce(l.duration_minutes, ${DEFAULT_EPISODE_MINUTES}::int4))::int4 AS minutes
      FROM list_events v
      JOIN listing_entries l ON l.mal_id = v.anime_mal_id
      LEFT JOIN watch_list_entries e ON e.user_id = v.user_id AND e.anime_mal_id = v.anime_mal_id
      WHERE v.user_id = ${userId}::uuid AND v.day BETWEEN ${first}::date AND ${last}::date
        AND v.watched <> 0 AND v.undone_at IS NULL
        AND NOT (coalesce(e.private, false) AND ${hidePrivate}::boolean)
        AND ${isVisible(sql`l.mature`, viewer)}
      GROUP BY day HAVING sum(watched) > 0 ORDER BY day`),
  ]);
  return toStatistics(year ?? null, [...groups], [...days]);
}

const visibleEntries = (userId: string) => sql`
  FROM watch_list_entries e
  JOIN listing_entries l ON l.mal_id = e.anime_mal_id
  JOIN animes a ON a.mal_id = e.anime_mal_id
  LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
  LEFT JOIN (
    SELECT anime_mal_id, count(*) FILTER (WHERE finished)::int4 AS finished,
      count(*) FILTER (WHERE NOT finished)::int4 AS open
    FROM rewatches WHERE user_id = ${userId}::uuid GROUP BY anime_mal_id
  ) r ON r.anime_mal_id = e.anime_mal_id
  WHERE e.user_id = ${userId}::uuid`;

type Condition = ReturnType<typeof sql>;

/**
 * A finished rewatch counts the title's episodes again; so does the first time while another is
 * under way.
 */
const allGroups = (userId: string, visible: Condition) =>
  groupsOf(sql`
    SELECT e.state, e.score, l.year, l.type, l.episodes AS length, a.genres, a.studios,
      coalesce(s.count, 0) + (coalesce(r.finished, 0) + coalesce(r.open, 0)) * coalesce(l.episodes, s.count, 0) AS episodes,
      coalesce(r.finished, 0) AS rewatches, l.duration_minutes
    ${visibleEntries(userId)} AND ${visible}`);

/** What events of the year tell, or else a finish in it, as imports bring. */
const yearGroups = (userId: string, visible: Condition, year: number) => {
  const prefix = `${year}%`;
  return groupsOf(sql`
    SELECT * FROM (
      SELECT e.state, e.score, l.year, l.type, l.episodes AS length, a.genres, a.studios,
        coalesce(v.watched, CASE WHEN e.finished_on LIKE ${prefix} THEN coalesce(l.episodes, s.count, 0) ELSE 0 END
          + coalesce(again.times, 0) * coalesce(l.episodes, s.count, 0))::int4 AS episodes,
        coalesce(again.times, 0) AS rewatches, l.duration_minutes,
        e.finished_on LIKE ${prefix} OR e.started_on LIKE ${prefix} AS dated
      FROM watch_list_entries e
      JOIN listing_entries l ON l.mal_id = e.anime_mal_id
      JOIN animes a ON a.mal_id = e.anime_mal_id
      LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
      LEFT JOIN (
        SELECT anime_mal_id, greatest(sum(watched), 0)::int4 AS watched FROM list_events
        WHERE user_id = ${userId}::uuid AND watched <> 0 AND undone_at IS NULL
          AND day BETWEEN ${`${year}-01-01`}::date AND ${`${year}-12-31`}::date
        GROUP BY anime_mal_id
      ) v ON v.anime_mal_id = e.anime_mal_id
      LEFT JOIN (
        SELECT anime_mal_id, count(*)::int4 AS times FROM rewatches
        WHERE user_id = ${userId}::uuid AND finished AND finished_on LIKE ${prefix} GROUP BY anime_mal_id
      ) again ON again.anime_mal_id = e.anime_mal_id
      WHERE e.user_id = ${userId}::uuid AND ${visible}
    ) own WHERE episodes > 0 OR dated`);
};

const groupsOf = (own: Condition) => sql`
  WITH own AS MATERIALIZED (${own}), timed AS MATERIALIZED (
    SELECT *, episodes * coalesce(duration_minutes, ${DEFAULT_EPISODE_MINUTES}::int4) AS minutes,
      CASE WHEN score IS NOT NULL THEN (score / 10 * 10)::text END AS tens,
      CASE WHEN length IS NULL THEN NULL WHEN length = 1 THEN '1' WHEN length < 7 THEN '2–6'
        WHEN length < 17 THEN '7–16' WHEN length < 29 THEN '17–28' WHEN length < 56 THEN '29–55'
        WHEN length < 101 THEN '56–100' ELSE '101+' END AS bucket
    FROM own
  ), parts AS (
    SELECT CASE grouping(state, tens, year, type, bucket)
        WHEN 15 THEN 'state' WHEN 23 THEN 'score' WHEN 27 THEN 'year' WHEN 29 THEN 'type'
        WHEN 30 THEN 'length' ELSE 'total' END AS dimension,
      coalesce(state, tens, year::text, type, bucket) AS name,
      count(*)::int4 AS titles, sum(episodes)::int4 AS episodes, sum(minutes)::int4 AS minutes,
      avg(score)::float8 AS mean_score, sum(rewatches)::int4 AS rewatches, count(score)::int4 AS scored,
      stddev_pop(score)::float8 AS deviation
    FROM timed GROUP BY GROUPING SETS ((state), (tens), (year), (type), (bucket), ())
    UNION ALL
    SELECT 'genre', name, count(*)::int4, sum(episodes)::int4, sum(minutes)::int4, avg(score)::float8, 0, 0, NULL
    FROM timed, unnest(genres) AS name GROUP BY name
    UNION ALL
    SELECT 'studio', name, count(*)::int4, sum(episodes)::int4, sum(minutes)::int4, avg(score)::float8, 0, 0, NULL
    FROM timed, unnest(studios) AS name GROUP BY name
  )
  SELECT * FROM parts ORDER BY titles DESC, name`;

const LENGTHS = ["1", "2–6", "7–16", "17–28", "29–55", "56–100", "101+"];

function toStatistics(year: number | null, rows: GroupRow[], days: DayRow[]): TrackingStatistics {
  const of = (dimension: GroupRow["dimension"], isNullKept = false) =>
    rows
      .filter((row) => row.dimension === dimension && (isNullKept || row.name !== null))
      .map(({ name, titles, episodes, minutes, mean_score }): StatisticsGroup => ({
        name,
        titles,
        episodes,
        minutes,
        mean_score: round(mean_score),
      }));
  const byNumber = (dimension: "score" | "year") =>
    of(dimension).sort((one, other) => Number(one.name) - Number(other.name));
  const total = rows.find((row) => row.dimension === "total");
  const minutes = total?.minutes ?? 0;
  return {
    year,
    totals: {
      titles: total?.titles ?? 0,
      episodes: total?.episodes ?? 0,
      minutes,
      hours: round(minutes / 60) ?? 0,
      days: round(minutes / 1440) ?? 0,
      rewatches: total?.rewatches ?? 0,
      scored: total?.scored ?? 0,
      mean_score: round(total?.mean_score ?? null),
      score_deviation: round(total?.deviation ?? null),
    },
    by_state: of("state", true),
    by_score: byNumber("score"),
    by_genre: of("genre"),
    by_studio: of("studio"),
    by_year: byNumber("year"),
    by_type: of("type"),
    by_length: of("length").sort(
      (one, other) => LENGTHS.indexOf(one.name ?? "") - LENGTHS.indexOf(other.name ?? ""),
    ),
    days: days.map(({ date, episodes, minutes: spent }) => ({ date, episodes, minutes: spent })),
  };
}

/** To two decimals. */
function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}

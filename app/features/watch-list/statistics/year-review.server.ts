import { sql } from "drizzle-orm";
import { isVisibleId } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import type { TrackingStatistics } from "./statistics";
import {
  episodesByDay,
  getTrackingStatistics,
  titlesOfYear,
  visibleEntries,
  type ListReader,
} from "./tracking-statistics.server";
import { summarizeYear, type YearSummary, type YearTitle } from "./year-review";

export interface YearReview {
  year: number;
  statistics: TrackingStatistics;
  summary: YearSummary;
}

interface TitleRow extends Record<string, unknown> {
  mal_id: number;
  score: number | null;
  episodes: number;
  minutes: number;
  completed: boolean;
  first_at: string | null;
  last_at: string | null;
  started_on: string | null;
  finished_on: string | null;
}

/** Returns null when the viewer may see no activity in the year. Takes two statements. */
export async function getYearReview(
  db: Database,
  userId: string,
  { year, ...reader }: ListReader & { year: number },
): Promise<YearReview | null> {
  const [statistics, titles] = await Promise.all([
    getTrackingStatistics(db, userId, { ...reader, year, timeZone: "UTC" }),
    listYearTitles(db, userId, { ...reader, year }),
  ]);
  if (titles.length === 0) return null;
  return { year, statistics, summary: summarizeYear(statistics.days, titles) };
}

async function listYearTitles(
  db: Database,
  userId: string,
  { year, ...reader }: ListReader & { year: number },
): Promise<YearTitle[]> {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const rows = await db.execute<TitleRow>(sql`
    WITH entries AS (${visibleEntries(userId, reader)}),
      daily AS MATERIALIZED (${episodesByDay(userId, first, last)}),
      own AS (${titlesOfYear(userId, year)})
    SELECT own.anime_mal_id AS mal_id, own.score, own.episodes, own.episodes * own.episode_minutes AS minutes,
      own.completed, own.started_on, own.finished_on, v.first_at, v.last_at
    FROM own LEFT JOIN (
      SELECT anime_mal_id,
        min(day::text || ' ' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) AS first_at,
        max(day::text || ' ' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')) AS last_at
      FROM list_events
      WHERE user_id = ${userId}::uuid AND day BETWEEN ${first}::date AND ${last}::date
        AND watched > 0 AND undone_at IS NULL
      GROUP BY anime_mal_id
    ) v ON v.anime_mal_id = own.anime_mal_id AND own.episodes > 0
    ORDER BY own.anime_mal_id`);
  return [...rows].map((row) => ({
    malId: row.mal_id,
    score: row.score,
    episodes: row.episodes,
    minutes: row.minutes,
    completed: row.completed,
    firstAt: row.first_at ?? wholeDateIn(year, row.started_on),
    lastAt: row.last_at ?? wholeDateIn(year, row.finished_on),
  }));
}

/** Returns null unless the date is complete and in the year; imports have partial dates. */
function wholeDateIn(year: number, date: string | null): string | null {
  return date?.length === 10 && date.startsWith(`${year}-`) ? date : null;
}

export async function listActiveYears(
  db: Database,
  userId: string,
  { hidePrivate, ...viewer }: ListReader,
): Promise<number[]> {
  const rows = await db.execute<{ year: number }>(sql`
    WITH entries AS MATERIALIZED (
      SELECT e.anime_mal_id, e.started_on, e.finished_on FROM watch_list_entries e
      WHERE e.user_id = ${userId}::uuid AND NOT (e.private AND ${hidePrivate}::boolean)
        AND ${isVisibleId(sql`e.anime_mal_id`, viewer)}
    ), spans AS (
      SELECT generate_series(extract(year FROM min(day))::int4, extract(year FROM max(day))::int4) AS year
      FROM list_events WHERE user_id = ${userId}::uuid AND watched <> 0 AND undone_at IS NULL
    )
    SELECT year FROM spans WHERE EXISTS (
      SELECT 1 FROM list_events v JOIN entries USING (anime_mal_id)
      WHERE v.user_id = ${userId}::uuid AND v.watched > 0 AND v.undone_at IS NULL
        AND v.day BETWEEN make_date(year, 1, 1) AND make_date(year, 12, 31))
    UNION SELECT left(started_on, 4)::int4 FROM entries WHERE started_on IS NOT NULL
    UNION SELECT left(finished_on, 4)::int4 FROM entries WHERE finished_on IS NOT NULL
    UNION SELECT left(r.finished_on, 4)::int4 FROM rewatches r JOIN entries USING (anime_mal_id)
      WHERE r.user_id = ${userId}::uuid AND r.finished AND r.finished_on IS NOT NULL
    ORDER BY year DESC`);
  return [...rows].map(({ year }) => year);
}

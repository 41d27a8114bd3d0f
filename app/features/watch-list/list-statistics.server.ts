import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** What the titles of a person's lists are like. Counts are of titles; a title counts for each of its genres. */
export interface ListStatistics {
  /** The most frequent genres, most first. */
  genres: { name: string; count: number }[];
  /** By year of the title, oldest first; years without a title are left out. */
  years: { value: number; count: number }[];
  /** By score, rounded down (7 is 7.00 to 7.99), lowest first: the person's own where they gave one, the catalog's else. */
  scores: { value: number; count: number }[];
}

const MOST_GENRES = 10;

interface Counted extends Record<string, unknown> {
  dimension: "genre" | "year" | "score";
  name: string;
  count: number;
}

/** Counts the titles of a person's lists by genre, year and score; `hideMature` leaves those out that the reader's pages do not show. */
export async function listStatistics(
  db: Database,
  userId: string,
  { hideMature }: { hideMature: boolean },
): Promise<ListStatistics> {
  const rows = await db.execute<Counted>(sql`
    WITH own AS MATERIALIZED (
      SELECT a.genres, a.year, floor(coalesce(e.own_score, a.score))::int AS score
      FROM watch_list_entries e JOIN animes a ON a.mal_id = e.anime_mal_id
      WHERE e.user_id = ${userId}::uuid AND NOT (a.mature AND ${hideMature}::boolean)
    )
    SELECT 'genre' AS dimension, name, count(*)::int4 AS count FROM own, unnest(own.genres) AS name GROUP BY name
    UNION ALL SELECT 'year', year::text, count(*)::int4 FROM own WHERE year IS NOT NULL GROUP BY year
    UNION ALL SELECT 'score', score::text, count(*)::int4 FROM own WHERE score IS NOT NULL GROUP BY score
    ORDER BY count DESC, name`);
  const numbers = (dimension: Counted["dimension"]) =>
    rows
      .filter((row) => row.dimension === dimension)
      .map(({ name, count }) => ({ value: Number(name), count }))
      .sort((one, other) => one.value - other.value);
  return {
    genres: rows
      .flatMap(({ dimension, name, count }) => (dimension === "genre" ? [{ name, count }] : []))
      .slice(0, MOST_GENRES),
    years: numbers("year"),
    scores: numbers("score"),
  };
}

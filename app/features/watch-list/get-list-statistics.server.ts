import { sql } from "drizzle-orm";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";

/** Counts of titles; a title counts for each of its genres. */
export interface ListStatistics {
  /** The most frequent, descending. */
  genres: { name: string; count: number }[];
  /** By year of the title, ascending, without empty years. */
  years: { value: number; count: number }[];
  /** By the user's own score of 1 to 10, ascending. */
  scores: { value: number; count: number }[];
}

const MAX_GENRES = 10;

interface CountRow extends Record<string, unknown> {
  dimension: "genre" | "year" | "score";
  name: string;
  count: number;
}

/** Counts the titles of a user's list by genre, year and score. */
export async function getListStatistics(
  db: Database,
  userId: string,
  { hidePrivate, ...viewer }: Viewer & { hidePrivate: boolean },
): Promise<ListStatistics> {
  const rows = await db.execute<CountRow>(sql`
    WITH own AS MATERIALIZED (
      SELECT a.genres, a.year, CASE WHEN e.score IS NOT NULL THEN greatest(1, round(e.score / 10.0))::int END AS score
      FROM watch_list_entries e JOIN animes a ON a.mal_id = e.anime_mal_id
      WHERE e.user_id = ${userId}::uuid AND ${isVisible(sql`a.mature`, viewer)}
        AND NOT (e.private AND ${hidePrivate}::boolean)
    )
    SELECT 'genre' AS dimension, name, count(*)::int4 AS count FROM own, unnest(own.genres) AS name GROUP BY name
    UNION ALL SELECT 'year', year::text, count(*)::int4 FROM own WHERE year IS NOT NULL GROUP BY year
    UNION ALL SELECT 'score', score::text, count(*)::int4 FROM own WHERE score IS NOT NULL GROUP BY score
    ORDER BY count DESC, name`);
  const numbers = (dimension: CountRow["dimension"]) =>
    rows
      .filter((row) => row.dimension === dimension)
      .map(({ name, count }) => ({ value: Number(name), count }))
      .sort((one, other) => one.value - other.value);
  return {
    genres: rows
      .flatMap(({ dimension, name, count }) => (dimension === "genre" ? [{ name, count }] : []))
      .slice(0, MAX_GENRES),
    years: numbers("year"),
    scores: numbers("score"),
  };
}

import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

export interface AdjacentEpisode {
  number: number;
  title: string | null;
}

export interface EpisodePosition {
  index: number;
  previous: AdjacentEpisode | null;
  next: AdjacentEpisode | null;
}

interface Row extends Record<string, unknown> {
  index: number;
  previous: AdjacentEpisode | null;
  next: AdjacentEpisode | null;
}

/** `skipsFiller` passes over filler and recaps on the way to the next one. */
export async function getEpisodePosition(
  db: Database,
  animeId: number,
  number: number,
  { skipsFiller }: { skipsFiller: boolean },
): Promise<EpisodePosition> {
  const ofAnime = sql`FROM episodes e WHERE e.anime_mal_id = ${animeId}::int4`;
  const adjacentJson = sql`
    json_build_object('number', e.number, 'title', coalesce(e.title, e.title_romanji))`;
  const [row] = await db.execute<Row>(sql`
    SELECT
      (SELECT count(*)::int ${ofAnime} AND e.number <= ${number}::int4) AS index,
      (
        SELECT ${adjacentJson} ${ofAnime} AND e.number < ${number}::int4
        ORDER BY e.number DESC LIMIT 1) AS previous,
      (
        SELECT ${adjacentJson} ${ofAnime} AND e.number > ${number}::int4
          AND NOT (${skipsFiller} AND (e.filler OR e.recap))
        ORDER BY e.number LIMIT 1) AS next`);
  return { index: row?.index ?? 1, previous: row?.previous ?? null, next: row?.next ?? null };
}

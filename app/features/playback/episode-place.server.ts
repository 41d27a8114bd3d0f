import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** Another episode of the same title. */
export interface Neighbour {
  number: number;
  title: string | null;
}

/** Where an episode stands among those of its title. */
export interface EpisodePlace {
  /** From 1, by number. */
  index: number;
  previous: Neighbour | null;
  next: Neighbour | null;
}

interface Row extends Record<string, unknown> {
  index: number;
  previous: Neighbour | null;
  next: Neighbour | null;
}

/** The place of an episode that exists. Numbers may have gaps, so the neighbours are looked up, not counted. */
export async function episodePlace(
  db: Database,
  animeId: number,
  number: number,
): Promise<EpisodePlace> {
  const ofAnime = sql`FROM episodes e WHERE e.anime_mal_id = ${animeId}::int4`;
  const asNeighbour = sql`json_build_object('number', e.number, 'title', coalesce(e.title, e.title_romanji))`;
  const [row] = await db.execute<Row>(sql`
    SELECT
      (SELECT count(*)::int ${ofAnime} AND e.number <= ${number}::int4) AS index,
      (SELECT ${asNeighbour} ${ofAnime} AND e.number < ${number}::int4 ORDER BY e.number DESC LIMIT 1) AS previous,
      (SELECT ${asNeighbour} ${ofAnime} AND e.number > ${number}::int4 ORDER BY e.number LIMIT 1) AS next`);
  return { index: row?.index ?? 1, previous: row?.previous ?? null, next: row?.next ?? null };
}

import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";

/** Several times what any season broadcasts every week. */
const MOST_AIRING = 1_000;

/** The titles that are on the air and whose weekly day, time and zone are known, most popular first; at most a thousand. */
export async function listAiring(
  db: Database,
  { parentalControl }: { parentalControl: boolean },
): Promise<Anime[]> {
  const rows = await db.execute<{ anime: string }>(sql`
    SELECT ${animeJson} AS anime
    FROM listing_entries e JOIN animes a USING (mal_id)
    WHERE e.status = 'Currently Airing' AND e.broadcast_day IS NOT NULL AND NOT (e.mature AND ${parentalControl}::boolean)
      AND a.broadcast_time IS NOT NULL AND a.broadcast_timezone IS NOT NULL
    ORDER BY e.popularity NULLS LAST, e.mal_id LIMIT ${MOST_AIRING}`);
  // The database wrote this text from its own columns, so its shape is known.
  return rows.map(({ anime }) => JSON.parse(anime) as Anime);
}

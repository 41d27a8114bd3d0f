import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";

const MAX_AIRING = 1_000;

/** With a known broadcast time, most popular first. */
export async function listAiring(db: Database, viewer: Viewer): Promise<Anime[]> {
  const rows = await db.execute<{ anime: string }>(sql`
    SELECT ${animeJson} AS anime
    FROM listing_entries e JOIN animes a USING (mal_id)
    WHERE e.status = 'Currently Airing' AND e.broadcast_day IS NOT NULL
      AND ${isVisibleEntry(sql`e`, viewer)}
      AND a.broadcast_time IS NOT NULL AND a.broadcast_timezone IS NOT NULL
    ORDER BY e.popularity NULLS LAST, e.mal_id LIMIT ${MAX_AIRING}`);
  return rows.map(({ anime }) => JSON.parse(anime) as Anime);
}

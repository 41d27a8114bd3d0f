import { sql } from "drizzle-orm";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";

/**
 * Picks a title that has started airing and is not the sequel of a title the user has not
 * completed; a music video or promo only when nothing else is left.
 */
export async function pickPlanned(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<{ mal_id: number; title: string } | null> {
  const [picked] = await db.execute<{ mal_id: number; title: string }>(sql`
    SELECT a.mal_id, a.title
    FROM watch_list_entries e JOIN animes a ON a.mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid AND e.state = 'planned'
      AND a.status IS DISTINCT FROM 'Not yet aired' AND ${isVisible(sql`a`, viewer)}
      AND NOT EXISTS (
        SELECT 1 FROM anime_relations r
        JOIN animes prequel ON prequel.mal_id = r.related_mal_id
        LEFT JOIN watch_list_entries seen
          ON seen.user_id = e.user_id AND seen.anime_mal_id = prequel.mal_id
        WHERE r.mal_id = a.mal_id AND r.relation = 'PREQUEL'
          AND (seen.state IS NULL OR seen.state NOT IN ('completed', 'rewatching'))
      )
    ORDER BY a.type IN ('Music', 'CM', 'PV') NULLS FIRST, random() LIMIT 1`);
  return picked ?? null;
}

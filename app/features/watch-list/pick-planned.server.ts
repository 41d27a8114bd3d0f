import { hasBegun } from "~/features/catalog/airing-status.server";
import { sql, type SQL } from "drizzle-orm";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";

/** Planned entries `e` of titles `a` that air, and are no sequel of what is not completed. */
function startable(userId: string, viewer: Viewer): SQL {
  return sql`
    FROM watch_list_entries e JOIN animes a ON a.mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid AND e.state = 'planned'
      AND ${hasBegun(sql`a`)} AND ${isVisible(sql`a`, viewer)}
      AND NOT EXISTS (
        SELECT 1 FROM anime_relations r
        JOIN animes prequel ON prequel.mal_id = r.related_mal_id
        LEFT JOIN watch_list_entries seen
          ON seen.user_id = e.user_id AND seen.anime_mal_id = prequel.mal_id
        WHERE r.mal_id = a.mal_id AND r.relation = 'PREQUEL'
          AND (seen.state IS NULL OR seen.state NOT IN ('completed', 'rewatching'))
      )`;
}

/** Picks a planned title that can be started; a music video or promo only when nothing else is. */
export async function pickPlanned(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<{ mal_id: number; title: string } | null> {
  const [picked] = await db.execute<{ mal_id: number; title: string }>(sql`
    SELECT a.mal_id, a.title ${startable(userId, viewer)}
    ORDER BY a.type IN ('Music', 'CM', 'PV') NULLS FIRST, random() LIMIT 1`);
  return picked ?? null;
}

/** Lists planned titles that can be started, by priority, the latest change first. */
export async function listStartable(
  db: Database,
  userId: string,
  { limit, ...viewer }: Viewer & { limit: number },
): Promise<number[]> {
  const rows = await db.execute<{ mal_id: number }>(sql`
    SELECT a.mal_id ${startable(userId, viewer)}
    ORDER BY e.priority DESC, e.updated_at DESC, a.mal_id LIMIT ${limit}`);
  return [...rows].map(({ mal_id }) => mal_id);
}

import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

/** Ids of titles of which a user has seen an episode, has begun one, or says so. */
export async function listBegunTitles(db: Database, userId: string): Promise<Set<number>> {
  const rows = await db.execute<{ id: number }>(
    prepared(sql`
      SELECT anime_mal_id AS id FROM seen_episodes WHERE user_id = ${userId}::uuid AND count > 0
      UNION SELECT anime_mal_id FROM playback_positions
      WHERE user_id = ${userId}::uuid AND position_seconds > 0
      UNION SELECT anime_mal_id FROM watch_list_entries
      WHERE user_id = ${userId}::uuid AND state IN ('completed', 'rewatching')`),
  );
  return new Set([...rows].map(({ id }) => id));
}

import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** Episodes that are no spoiler to the user: all of a title that was once completed. */
export async function getSeenEpisodes(
  db: Database,
  userId: string,
  animeId: number,
): Promise<ReadonlySet<number>> {
  const rows = await db.execute<{ number: number }>(sql`
    SELECT e.number FROM episodes e
    WHERE e.anime_mal_id = ${animeId}::int4 AND (
      EXISTS (
        SELECT 1 FROM seen_episodes s
        WHERE s.user_id = ${userId}::uuid AND s.anime_mal_id = e.anime_mal_id AND s.episodes @> e.number)
      OR ${wasCompleted(userId, sql`e.anime_mal_id`)})`);
  return new Set([...rows].map(({ number }) => number));
}

/** A rewatch resets the seen episodes. */
export function wasCompleted(userId: string, animeId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM rewatches r WHERE r.user_id = ${userId}::uuid AND r.anime_mal_id = ${animeId})`;
}

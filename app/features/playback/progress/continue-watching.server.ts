import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";

/**
 * Hides a title until it is played again; positions recorded before the removal do not restore it,
 * however late they arrive. Returns whether it was listed.
 */
export async function hideFromContinueWatching(
  db: Database,
  userId: string,
  animeId: number,
): Promise<boolean> {
  return (await setRemoved(db, userId, { animeId, removedAt: sql`now()` })) === "listed";
}

export async function restoreToContinueWatching(
  db: Database,
  userId: string,
  animeId: number,
): Promise<boolean> {
  return (await setRemoved(db, userId, { animeId, removedAt: sql`NULL` })) === "removed";
}

async function setRemoved(
  db: Database,
  userId: string,
  { animeId, removedAt }: { animeId: number; removedAt: SQL },
): Promise<"listed" | "removed" | null> {
  const [row] = await db.execute<{ listed: boolean | null }>(sql`
    WITH changed AS (
      UPDATE playback_positions SET removed_at = ${removedAt}
      WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4
    )
    SELECT max(updated_at) > coalesce(max(removed_at), '-infinity') AS listed
    FROM playback_positions WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4`);
  const listed = row?.listed ?? null;
  return listed === null ? null : listed ? "listed" : "removed";
}

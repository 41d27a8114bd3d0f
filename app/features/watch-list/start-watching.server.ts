import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";

/**
 * Puts titles that a person has begun to play into `Watching`: new ones, and those of `To Watch`. The other collections say something
 * that playing does not change. Answers the ids of the titles that were put there.
 */
export async function startWatching(
  db: Database,
  userId: string,
  animeIds: readonly number[],
): Promise<number[]> {
  if (animeIds.length === 0) return [];
  const rows = await db
    .insert(watchListEntries)
    .values(animeIds.map((animeMalId) => ({ userId, animeMalId, type: "Watching" })))
    .onConflictDoUpdate({
      target: [watchListEntries.userId, watchListEntries.animeMalId],
      set: { type: "Watching", importedState: null, updatedAt: sql`now()` },
      setWhere: sql`${watchListEntries.type} = 'To Watch'`,
    })
    .returning({ animeMalId: watchListEntries.animeMalId });
  return rows.map((row) => row.animeMalId);
}

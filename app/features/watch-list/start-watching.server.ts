import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { watchListEntries } from "~db/schema";

/**
 * Moves titles that are new or in `To Watch` to `Watching`, and returns their ids. Other
 * collections stay.
 */
export async function startWatching(
  db: Database | Transaction,
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

import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import { isPossibleAnimeId } from "./entry-input";

/** Removes an anime from the user's list. Returns whether it was there. */
export async function removeEntry(db: Database, userId: string, animeId: number): Promise<boolean> {
  if (!isPossibleAnimeId(animeId)) return false;
  const removed = await db
    .delete(watchListEntries)
    .where(and(eq(watchListEntries.userId, userId), eq(watchListEntries.animeMalId, animeId)))
    .returning({ id: watchListEntries.id });
  return removed.length > 0;
}

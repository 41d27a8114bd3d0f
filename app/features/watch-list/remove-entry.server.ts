import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import { canBeAnime } from "./entry-input";

/** Takes an anime off the person's list, whatever collection it is in. Returns whether it was there; it is fine if not. */
export async function removeEntry(db: Database, userId: string, animeId: number): Promise<boolean> {
  if (!canBeAnime(animeId)) return false;
  const removed = await db
    .delete(watchListEntries)
    .where(and(eq(watchListEntries.userId, userId), eq(watchListEntries.animeMalId, animeId)))
    .returning({ id: watchListEntries.id });
  return removed.length > 0;
}

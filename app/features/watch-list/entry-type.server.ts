import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import { readCollectionType, type CollectionType } from "./collection-types";

/** The collection in which a person has an anime, or null when it is on their list nowhere. */
export async function entryType(
  db: Database,
  userId: string,
  animeId: number,
): Promise<CollectionType | null> {
  const [row] = await db
    .select({ type: watchListEntries.type })
    .from(watchListEntries)
    .where(and(eq(watchListEntries.userId, userId), eq(watchListEntries.animeMalId, animeId)));
  return row === undefined ? null : readCollectionType(row.type);
}

import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import { parseCollectionType, type CollectionType } from "./collection-types";

export async function getCollectionType(
  db: Database,
  userId: string,
  animeId: number,
): Promise<CollectionType | null> {
  const [row] = await db
    .select({ type: watchListEntries.type })
    .from(watchListEntries)
    .where(and(eq(watchListEntries.userId, userId), eq(watchListEntries.animeMalId, animeId)));
  return row === undefined ? null : parseCollectionType(row.type);
}

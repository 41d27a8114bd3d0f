import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import { parseCollectionType, type CollectionType } from "./collection-types";

/** Collections by anime id, of those that are on the user's list. */
export async function getCollectionTypes(
  db: Database,
  userId: string,
  animeIds: readonly number[],
): Promise<Map<number, CollectionType>> {
  if (animeIds.length === 0) return new Map();
  const rows = await db
    .select({ id: watchListEntries.animeMalId, type: watchListEntries.type })
    .from(watchListEntries)
    .where(
      and(
        eq(watchListEntries.userId, userId),
        sql`${watchListEntries.animeMalId} = ANY(${sql.param(animeIds)}::integer[])`,
      ),
    );
  return new Map(rows.map(({ id, type }) => [id, parseCollectionType(type) ?? "Collection"]));
}

import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { preferences, searchHistory } from "~db/schema";
import type { SearchEntry, SearchInput } from "./search-input";

/** The newest searches that are kept; older ones are forgotten, so that no history grows without end. */
export const MOST_SEARCHES = 1_000;

/** Records a search, unless the person switched that off. Returns whether it was recorded. */
export async function recordSearch(
  db: Database,
  userId: string,
  { query, timestamp }: SearchInput,
): Promise<boolean> {
  const moment = timestamp?.toISOString() ?? new Date().toISOString();
  const recorded = await db.execute(sql`
    INSERT INTO ${searchHistory} (user_id, query, searched_at)
    SELECT user_id, ${query}, ${moment}::timestamptz FROM ${preferences} WHERE user_id = ${userId} AND track_search_history
    RETURNING 1`);
  if (recorded.length === 0) return false;
  const newest = db
    .select({ id: searchHistory.id })
    .from(searchHistory)
    .where(eq(searchHistory.userId, userId))
    .orderBy(desc(searchHistory.searchedAt), desc(searchHistory.id))
    .limit(MOST_SEARCHES);
  await db
    .delete(searchHistory)
    .where(and(eq(searchHistory.userId, userId), notInArray(searchHistory.id, newest)));
  return true;
}

/** The person's searches, newest first, at most `limit` of them. */
export async function listSearches(
  db: Database | Transaction,
  userId: string,
  limit = MOST_SEARCHES,
): Promise<SearchEntry[]> {
  const rows = await db
    .select()
    .from(searchHistory)
    .where(eq(searchHistory.userId, userId))
    .orderBy(desc(searchHistory.searchedAt), desc(searchHistory.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    user_id: row.userId,
    query: row.query,
    timestamp: row.searchedAt.toISOString(),
  }));
}

/** Removes one of the person's searches. Returns whether it was there. */
export async function removeSearch(db: Database, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(searchHistory)
    .where(and(eq(searchHistory.userId, userId), eq(searchHistory.id, id)))
    .returning({ id: searchHistory.id });
  return removed.length > 0;
}

/** Removes all of the person's searches. */
export async function clearSearches(db: Database, userId: string): Promise<void> {
  await db.delete(searchHistory).where(eq(searchHistory.userId, userId));
}

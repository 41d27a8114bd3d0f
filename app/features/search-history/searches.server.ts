import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { preferences, searchHistory } from "~db/schema";
import { prepared } from "~db/prepared";
import type { SearchEntry, SearchInput } from "./search-input";

/** Searches that are stored for a user. Older ones are deleted. */
export const MAX_SEARCHES = 1_000;

/** Returns false when the user has disabled recording. */
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
    .limit(MAX_SEARCHES);
  await db
    .delete(searchHistory)
    .where(and(eq(searchHistory.userId, userId), notInArray(searchHistory.id, newest)));
  return true;
}

export async function listSearches(
  db: Database | Transaction,
  userId: string,
  limit = MAX_SEARCHES,
): Promise<SearchEntry[]> {
  const rows = await db
    .select()
    .from(searchHistory)
    .where(prepared(eq(searchHistory.userId, userId)))
    .orderBy(desc(searchHistory.searchedAt), desc(searchHistory.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    user_id: row.userId,
    query: row.query,
    timestamp: row.searchedAt.toISOString(),
  }));
}

export async function deleteSearch(db: Database, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(searchHistory)
    .where(and(eq(searchHistory.userId, userId), eq(searchHistory.id, id)))
    .returning({ id: searchHistory.id });
  return removed.length > 0;
}

export async function deleteSearches(db: Database, userId: string): Promise<void> {
  await db.delete(searchHistory).where(eq(searchHistory.userId, userId));
}

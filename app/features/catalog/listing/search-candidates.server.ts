import type { SQL } from "drizzle-orm";
import type { Sql } from "~db/client.server";
import { candidatesTable, matchTitles } from "~/features/catalog/search/search-titles.server";

/**
 * A statement that yields `(mal_id, rank)` for the titles that a search finds, each once; the smallest rank is the best.
 * `%` and `_` are plain characters.
 */
export async function searchCandidates(sql: Sql, search: string, options: { parentalControl: boolean }): Promise<SQL> {
  return candidatesTable(await matchTitles(sql, search, options));
}

import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { searchHistory } from "~db/schema";
import { searchInputSchema } from "./search-input";
import { recordSearch } from "./searches.server";

const SAME_SEARCH_SECONDS = 60 * 60;

/** Records a search at most once an hour, since reloading and paging repeat it. */
export async function recordSubmittedSearch(
  db: Database,
  userId: string,
  text: string,
): Promise<void> {
  const input = searchInputSchema.safeParse({ query: text });
  if (!input.success) return;
  const [recent] = await db
    .select({ id: searchHistory.id })
    .from(searchHistory)
    .where(
      and(
        eq(searchHistory.userId, userId),
        sql`lower(${searchHistory.query}) = lower(${input.data.query})`,
        gt(searchHistory.searchedAt, sql`now() - make_interval(secs => ${SAME_SEARCH_SECONDS})`),
      ),
    )
    .limit(1);
  if (recent === undefined) await recordSearch(db, userId, input.data);
}

import { sql } from "drizzle-orm";
import { isVisibleId, UNRESTRICTED, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { parseEntryState } from "./entry-states";
import { ENTRY_TABS, tabOfState, type EntryTab } from "./entry-tabs";

/**
 * The number of titles in each tab, and of those that parental control hides. Pages count a list
 * by nothing else, so that they agree.
 */
export async function countTabs(
  db: Database,
  userId: string,
  { hidePrivate, ...viewer }: Viewer & { hidePrivate: boolean },
): Promise<{ counts: Record<EntryTab, number>; hidden: number }> {
  const rows = await db.execute<{ state: string | null; visible: boolean; count: number }>(sql`
    SELECT w.state, ${isVisibleId(sql`w.anime_mal_id`, viewer)} AS visible, count(*)::int4 AS count
    FROM watch_list_entries w
    WHERE w.user_id = ${userId}::uuid AND NOT (w.private AND ${hidePrivate}::boolean)
      AND ${isVisibleId(sql`w.anime_mal_id`, UNRESTRICTED)}
    GROUP BY 1, 2`);
  const counts = Object.fromEntries(ENTRY_TABS.map((tab) => [tab, 0])) as Record<EntryTab, number>;
  let hidden = 0;
  for (const { state, visible, count } of rows) {
    if (!visible) {
      hidden += count;
      continue;
    }
    counts.all += count;
    counts[tabOfState(parseEntryState(state ?? ""))] += count;
  }
  return { counts, hidden };
}

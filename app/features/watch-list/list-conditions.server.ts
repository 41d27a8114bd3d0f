import { sql, type SQL } from "drizzle-orm";
import { airingStatus } from "~/features/catalog/airing-status.server";
import { isVisibleEntry, isVisibleId, type Viewer } from "~/features/catalog/visibility.server";
import { listingConditions } from "~/features/listing/listing-source.server";
import { DEFAULT_QUERY } from "~/features/listing/listing-query";
import type { EntryTab } from "./entry-tabs";
import type { ListView } from "./view/list-view";

/** Entries as `w` with the columns of `listing_entries e`, which Browse's filters read. */
export const LIST_SOURCE = sql`
  FROM watch_list_entries w
  JOIN listing_entries e ON e.mal_id = w.anime_mal_id`;

/** The franchise of an entry, or the title's own id outside of any. Expects `LIST_SOURCE`. */
export const FRANCHISE_OF_ENTRY = sql`coalesce(
  (SELECT m.franchise_id FROM franchise_members m WHERE m.mal_id = w.anime_mal_id), w.anime_mal_id)`;

/** Keeps only the most popular entry of each franchise among the entries `where`. */
export function isMostPopular(where: SQL): SQL {
  return sql`w.anime_mal_id NOT IN (
    SELECT mal_id FROM (
      SELECT w.anime_mal_id AS mal_id, row_number() OVER (
        PARTITION BY m.franchise_id ORDER BY e.popularity ASC NULLS LAST, e.mal_id) AS place
      ${LIST_SOURCE} JOIN franchise_members m ON m.mal_id = w.anime_mal_id WHERE ${where}
    ) AS member WHERE place > 1)`;
}

const TAB_CONDITIONS: Record<EntryTab, SQL> = {
  all: sql`true`,
  watching: sql`w.state IN ('watching', 'rewatching')`,
  planned: sql`w.state = 'planned'`,
  completed: sql`w.state = 'completed'`,
  paused: sql`w.state = 'paused'`,
  dropped: sql`w.state = 'dropped'`,
  collection: sql`w.state IS NULL`,
};

export function tabCondition(userId: string, tab: EntryTab, viewer: Viewer): SQL {
  return sql`w.user_id = ${userId}::uuid AND ${TAB_CONDITIONS[tab]} AND ${isVisibleEntry(sql`e`, viewer)}`;
}

/**
 * Does what `tabCondition` does with `watch_list_entries w` alone, since deep pages would join each
 * entry.
 */
export function ownTabCondition(userId: string, tab: EntryTab, viewer: Viewer): SQL {
  return sql`w.user_id = ${userId}::uuid AND ${TAB_CONDITIONS[tab]}
    AND ${isVisibleId(sql`w.anime_mal_id`, viewer)}`;
}

/**
 * `found` are the search results; null without a search. Statuses are those that entries show, and
 * not the catalog's word, which Browse and the API filter by.
 */
export function narrowingConditions(view: ListView, found: readonly number[] | null): SQL[] {
  const { statuses } = view.filters;
  return [
    ...(found === null ? [] : [sql`w.anime_mal_id = ANY(${sql.param(found)}::integer[])`]),
    ...(view.tags.length === 0 ? [] : [sql`w.tags && ${sql.param(view.tags)}::text[]`]),
    ...(view.ownScore === null
      ? []
      : [sql`w.score BETWEEN ${view.ownScore[0]}::smallint AND ${view.ownScore[1]}::smallint`]),
    // The tab's condition has the viewer's setting.
    ...listingConditions({
      ...DEFAULT_QUERY,
      ...view.filters,
      statuses: [],
      parentalControl: false,
    }),
    ...(statuses.length === 0
      ? []
      : [
          sql`(SELECT ${airingStatus(sql`a`)} FROM animes a WHERE a.mal_id = w.anime_mal_id)
            = ANY(${sql.param([...statuses])}::text[])`,
        ]),
  ];
}

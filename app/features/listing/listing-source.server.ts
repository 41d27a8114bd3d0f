import { sql, type SQL } from "drizzle-orm";
import type { Database, Sql } from "~db/client.server";
import { activeFilters } from "./filters/filters";
import { serverFilter } from "./filters/filters.server";
import { isNotHidden, type HiddenTitles } from "./hidden/hidden-titles.server";
import type { ListingQuery } from "./listing-query";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { isVisibleEntry } from "~/features/catalog/visibility.server";
import {
  candidatesQuery,
  matchTitles,
  type TitleMatch,
} from "~/features/search/search-titles.server";

export interface CatalogDatabase {
  db: Database;
  sql: Sql;
  searches?: Searches;
}

/** Matches by query and parental control. */
type Searches = Map<string, Promise<TitleMatch[]>>;

/**
 * Shares searches between the listings and counts of one request, so that each query is searched
 * once.
 */
export function withSharedSearches<Tools extends CatalogDatabase>(database: Tools): Tools {
  return { ...database, searches: new Map() };
}

/** Parts of a statement: `${withCandidates(source)} SELECT … FROM ${from} WHERE ${conditions}`. */
export interface ListingSource {
  candidates: SQL | null;
  /** Ids of all that match, best first, where a search is the only filter. */
  ranked: readonly number[] | null;
  from: SQL;
  conditions: SQL[];
}

export async function listingSource(
  database: CatalogDatabase,
  query: ListingQuery,
  hidden: HiddenTitles | null,
): Promise<ListingSource> {
  const conditions = listingConditions(query);
  if (query.search === null)
    return {
      candidates: null,
      ranked: null,
      from: sql`listing_entries e`,
      conditions:
        hidden === null ? conditions : [...conditions, isNotHidden(sql`e.mal_id`, hidden)],
    };
  const matches = await findMatches(database, query.search, query.parentalControl);
  const found = hidden === null ? matches : matches.filter(({ malId }) => !hidden.ids.has(malId));
  return {
    candidates: sql`candidate (mal_id, rank) AS MATERIALIZED (${candidatesQuery(found)})`,
    ranked: hasFilters(query) ? null : found.map(({ malId }) => malId),
    from: sql`candidate JOIN listing_entries e USING (mal_id)`,
    conditions,
  };
}

/** Whether there are filters besides parental control, which the search applies itself. */
function hasFilters(query: ListingQuery): boolean {
  return activeFilters(query).some((name) => serverFilter(name).match !== null);
}

export function listingConditions(query: ListingQuery): SQL[] {
  const filters = activeFilters(query).flatMap((name) => {
    const { match } = serverFilter(name);
    return match === null ? [] : [match.condition(query[name])];
  });
  return query.parentalControl ? [isVisibleEntry(sql`e`, query), ...filters] : filters;
}

function findMatches(
  { sql, searches }: CatalogDatabase,
  text: string,
  parentalControl: ParentalControl,
): Promise<TitleMatch[]> {
  const key = `${String(parentalControl)} ${text}`;
  const cached = searches?.get(key);
  if (cached !== undefined) return cached;
  const matches = matchTitles(sql, text, { parentalControl });
  searches?.set(key, matches);
  return matches;
}

export function withCandidates({ candidates }: ListingSource): SQL {
  return candidates === null ? sql`` : sql`WITH ${candidates}`;
}

export function whereAll(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join([...conditions], sql` AND `)}`;
}

import { sql, type SQL } from "drizzle-orm";
import { isVisibleEntry } from "~/features/catalog/visibility.server";
import { activeFilters } from "./filters/filters";
import { serverFilter } from "./filters/filters.server";
import type { ListingQuery } from "./listing-query";

/** Beside the search and parental control. */
export function hasFilters(query: ListingQuery): boolean {
  return activeFilters(query).some((name) => serverFilter(name).match !== null);
}

export function listingConditions(query: ListingQuery): SQL[] {
  const filters = activeFilters(query).flatMap((name) => {
    const { match } = serverFilter(name);
    return match === null ? [] : [match.condition(query[name])];
  });
  return query.parentalControl ? [isVisibleEntry(sql`e`, query), ...filters] : filters;
}

export function whereAll(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join([...conditions], sql` AND `)}`;
}

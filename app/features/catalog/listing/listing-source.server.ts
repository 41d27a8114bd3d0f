import { sql, type SQL } from "drizzle-orm";
import type { Database, Sql } from "~db/client.server";
import { listingConditions } from "./listing-conditions.server";
import type { ListingQuery } from "./listing-query";
import { candidatesTable, matchTitles } from "~/features/catalog/search/search-titles.server";

/** The catalog's database as statements need it. */
export interface CatalogDatabase {
  db: Database;
  sql: Sql;
}

/** The parts of a statement over the titles of a query: `${withCandidates(source)} SELECT … FROM ${from} WHERE ${conditions}`. */
export interface ListingSource {
  /** What the search found, as the item `candidate (mal_id, rank)` of a WITH list; null without a search. */
  candidates: SQL | null;
  /** `listing_entries` under the alias `e`, joined to the candidates where there is a search. */
  from: SQL;
  conditions: SQL[];
}

/** Finds where the titles of a query come from. A search is looked up first; its hits then are part of the one statement. */
export async function listingSource(
  database: CatalogDatabase,
  query: ListingQuery,
): Promise<ListingSource> {
  const conditions = listingConditions(query);
  if (query.search === null) return { candidates: null, from: sql`listing_entries e`, conditions };
  const found = await matchTitles(database.sql, query.search, {
    parentalControl: query.parentalControl,
  });
  return {
    candidates: sql`candidate (mal_id, rank) AS MATERIALIZED (${candidatesTable(found)})`,
    from: sql`candidate JOIN listing_entries e USING (mal_id)`,
    conditions,
  };
}

/** The WITH list of a statement that needs nothing else in it. */
export function withCandidates({ candidates }: ListingSource): SQL {
  return candidates === null ? sql`` : sql`WITH ${candidates}`;
}

import { sql } from "drizzle-orm";
import type { ListingQuery } from "./listing-query";
import {
  type CatalogDatabase,
  listingSource,
  whereAll,
  withCandidates,
} from "./listing-source.server";

/** Ids of up to `limit` titles that match, in no order and without regard to the page. */
export async function listMatches(
  database: CatalogDatabase,
  query: ListingQuery,
  limit: number,
): Promise<number[]> {
  const source = await listingSource(database, query, null);
  const rows = await database.db.execute<{ mal_id: number }>(sql`
    ${withCandidates(source)}
    SELECT e.mal_id FROM ${source.from} ${whereAll(source.conditions)} LIMIT ${limit}`);
  return [...rows].map(({ mal_id }) => mal_id);
}

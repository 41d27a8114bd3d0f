import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "./anime";
import { animeJson } from "./anime-json.server";
import { listingConditions, listingOrder, whereAll } from "./listing-conditions.server";
import type { ListingQuery } from "./listing-filters";
import { searchCandidates } from "./search-candidates.server";

/** One page of the listing as JSON: `data` is the text of an array of anime, `total` the exact number of titles that match. */
export interface ListingPageJson {
  data: string;
  total: number;
}

/**
 * One page of the catalog and the exact total, in one statement. Ids of the page come from an index where the order allows it, and only
 * their rows are read in full. A page past the end is empty.
 */
export async function searchAnimeJson(db: Database, query: ListingQuery): Promise<ListingPageJson> {
  const { source, conditions } = listingSource(query);
  const where = whereAll(conditions);
  const order = listingOrder(query.order);
  const offset = (query.page - 1) * query.perPage;
  const [row] = await db.execute<{ total: string; data: string | null }>(sql`
    WITH ${candidatesClause(query)} page AS MATERIALIZED (
      SELECT e.mal_id, row_number() OVER (ORDER BY ${order}) AS place
      FROM ${source} ${where} ORDER BY ${order} LIMIT ${query.perPage}::int8 OFFSET ${offset}::int8
    )
    SELECT
      (SELECT count(*) FROM ${source} ${where}) AS total,
      (SELECT string_agg(${animeJson}, ',' ORDER BY page.place) FROM page JOIN animes a USING (mal_id)) AS data`);
  return { data: `[${row?.data ?? ""}]`, total: Number(row?.total ?? 0) };
}

/** One page of the catalog and the exact total, as values. */
export async function searchAnime(db: Database, query: ListingQuery): Promise<{ items: Anime[]; total: number }> {
  const page = await searchAnimeJson(db, query);
  return { items: parseAnimes(page.data), total: page.total };
}

/** The database wrote this text from its own columns by `animeJson`, so its shape is known. */
function parseAnimes(json: string): Anime[] {
  return JSON.parse(json) as Anime[];
}

/** Where a query's rows come from, and what holds for them. Use after `WITH ${candidatesClause(query)} …`. */
export function listingSource(query: ListingQuery): { source: SQL; conditions: SQL[] } {
  const source = query.search === null ? sql`listing_entries e` : sql`listing_entries e JOIN candidate USING (mal_id)`;
  return { source, conditions: listingConditions(query) };
}

/** The start of a WITH list: the candidates of the query's search, or nothing. */
export function candidatesClause(query: ListingQuery): SQL {
  return query.search === null ? sql`` : sql`candidate (mal_id, rank) AS MATERIALIZED (${searchCandidates(query.search)}),`;
}

import { sql } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import { listingOrder, whereAll } from "./listing-conditions.server";
import type { ListingQuery } from "./listing-query";
import { listingSource, withCandidates, type CatalogDatabase } from "./listing-source.server";

/** One page of the listing as JSON: `data` is the text of an array of `animeSchema`, `total` the exact number of titles that match. */
export interface ListingPageJson {
  data: string;
  total: number;
}

/**
 * One page of the catalog and the exact total, in one statement. The ids of the page come from an index where the order
 * allows it, and only their rows are read in full. A page past the end is empty.
 */
export async function searchAnimeJson(database: CatalogDatabase, query: ListingQuery): Promise<ListingPageJson> {
  const source = await listingSource(database, query);
  const { from } = source;
  const where = whereAll(source.conditions);
  const order = listingOrder(query.order);
  const offset = (query.page - 1) * query.perPage;
  const [row] = await database.db.execute<{ total: string; data: string | null }>(sql`
    ${withCandidates(source)}
    SELECT
      (SELECT count(*) FROM ${from} ${where}) AS total,
      (
        SELECT string_agg(${animeJson}, ',' ORDER BY page.place)
        FROM unnest(ARRAY(
          SELECT e.mal_id FROM ${from} ${where} ORDER BY ${order} LIMIT ${query.perPage}::int8 OFFSET ${offset}::int8
        )) WITH ORDINALITY AS page (mal_id, place)
        JOIN animes a USING (mal_id)
      ) AS data`);
  return { data: `[${row?.data ?? ""}]`, total: Number(row?.total ?? 0) };
}

/** One page of the catalog and the exact total, as values. */
export async function searchAnime(database: CatalogDatabase, query: ListingQuery): Promise<{ items: Anime[]; total: number }> {
  const page = await searchAnimeJson(database, query);
  // The database wrote this text from its own columns by `animeJson`, so its shape is known.
  return { items: JSON.parse(page.data) as Anime[], total: page.total };
}

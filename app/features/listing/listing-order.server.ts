import { sql, type SQL } from "drizzle-orm";
import type { ListingOrder } from "~/features/catalog/vocabulary";

interface SortOrder {
  forward: SQL;
  backward: SQL;
}

/** Ties end with the id: pages never overlap. Each has an index of `listing_entries`. */
const ORDERS: Readonly<Record<Exclude<ListingOrder, "relevance">, SortOrder>> = {
  score: sortOrder("e.score DESC NULLS LAST", "e.score ASC NULLS FIRST"),
  score_asc: sortOrder("e.score ASC NULLS LAST", "e.score DESC NULLS FIRST"),
  title: sortOrder('e.title COLLATE "und-x-icu" DESC', 'e.title COLLATE "und-x-icu" ASC'),
  title_asc: sortOrder('e.title COLLATE "und-x-icu" ASC', 'e.title COLLATE "und-x-icu" DESC'),
  popularity: sortOrder(),
  newest: sortOrder("e.newest_at DESC NULLS LAST", "e.newest_at ASC NULLS FIRST"),
};

function sortOrder(forward?: string, backward?: string): SortOrder {
  const all = (...keys: (string | undefined)[]): SQL =>
    sql.raw(keys.filter((key) => key !== undefined).join(", "));
  return {
    forward: all(forward, "e.popularity ASC NULLS LAST", "e.mal_id ASC"),
    backward: all(backward, "e.popularity DESC NULLS FIRST", "e.mal_id DESC"),
  };
}

export function listingOrder(order: ListingOrder): SortOrder {
  if (order !== "relevance") return ORDERS[order];
  return {
    forward: sql`candidate.rank, e.popularity ASC NULLS LAST, e.mal_id`,
    backward: sql`candidate.rank DESC, e.popularity DESC NULLS FIRST, e.mal_id DESC`,
  };
}

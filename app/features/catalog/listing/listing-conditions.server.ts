import { sql, type SQL } from "drizzle-orm";
import type { ListingQuery } from "./listing-query";
import { termKey, type TermKind } from "~/features/catalog/term-key";
import type { ListingOrder } from "~/features/catalog/vocabulary";

/** A list as one parameter of the statement. */
function array(values: readonly string[], type: "text"): SQL;
function array(values: readonly number[], type: "int4"): SQL;
function array(values: readonly (string | number)[], type: string): SQL {
  return sql`${sql.param(values)}::${sql.raw(type)}[]`;
}

/** The conditions of a query on `listing_entries` under the alias `e`; search and paging excluded. */
export function listingConditions(query: ListingQuery): SQL[] {
  const conditions: SQL[] = [];
  const terms = (kind: TermKind, names: readonly string[]): void => {
    if (names.length > 0)
      conditions.push(
        sql`e.term_keys && ${array(
          names.map((name) => termKey(kind, name)),
          "text",
        )}`,
      );
  };
  const oneOf = (column: SQL, values: readonly string[]): void => {
    if (values.length > 0) conditions.push(sql`${column} = ANY (${array(values, "text")})`);
  };
  const between = (column: SQL, least: number | null, greatest: number | null, type: SQL): void => {
    if (least !== null) conditions.push(sql`${column} >= ${least}::${type}`);
    if (greatest !== null) conditions.push(sql`${column} <= ${greatest}::${type}`);
  };

  if (query.parentalControl) conditions.push(sql`NOT e.mature`);
  terms("genre", query.genres);
  terms("theme", query.themes);
  terms("studio", query.studios);
  terms("producer", query.producers);
  terms("source", query.sources);
  if (query.excludedGenres.length > 0) {
    conditions.push(
      sql`NOT e.term_keys && ${array(
        query.excludedGenres.map((name) => termKey("genre", name)),
        "text",
      )}`,
    );
  }
  oneOf(sql`e.type`, query.types);
  oneOf(sql`e.status`, query.statuses);
  oneOf(sql`e.rating_code`, query.ratings);
  oneOf(sql`e.season`, query.seasons);
  oneOf(sql`e.broadcast_day`, query.weekdays);
  if (query.years.length > 0) conditions.push(sql`e.year = ANY (${array(query.years, "int4")})`);
  between(sql`e.year`, query.yearMin, query.yearMax, sql`int4`);
  between(sql`e.score`, query.scoreMin, query.scoreMax, sql`float8`);
  between(sql`e.episodes`, query.episodesMin, query.episodesMax, sql`int4`);
  if (query.withBanner) conditions.push(sql`e.has_banner`);
  return conditions;
}

/** `WHERE …` for a list of conditions, or nothing. */
export function whereAll(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join([...conditions], sql` AND `)}`;
}

/** An order, and the same one backwards. */
interface Order {
  forward: SQL;
  backward: SQL;
}

/** Ties end with the id, so that pages never repeat or skip a title. Each line matches an index of `listing_entries`. */
const ORDERS: Record<Exclude<ListingOrder, "relevance">, Order> = {
  score: order("e.score DESC NULLS LAST", "e.score ASC NULLS FIRST"),
  score_asc: order("e.score ASC NULLS LAST", "e.score DESC NULLS FIRST"),
  title: order('e.title COLLATE "und-x-icu" DESC', 'e.title COLLATE "und-x-icu" ASC'),
  title_asc: order('e.title COLLATE "und-x-icu" ASC', 'e.title COLLATE "und-x-icu" DESC'),
  popularity: order(),
  newest: order("e.newest_at DESC NULLS LAST", "e.newest_at ASC NULLS FIRST"),
};

function order(forward?: string, backward?: string): Order {
  const all = (...keys: (string | undefined)[]): SQL =>
    sql.raw(keys.filter((key) => key !== undefined).join(", "));
  return {
    forward: all(forward, "e.popularity ASC NULLS LAST", "e.mal_id ASC"),
    backward: all(backward, "e.popularity DESC NULLS FIRST", "e.mal_id DESC"),
  };
}

/** The order of a query. Relevance reads the rank of the search candidates under the alias `candidate`; the smallest is the best. */
export function listingOrder(by: ListingOrder): Order {
  if (by !== "relevance") return ORDERS[by];
  return {
    forward: sql`candidate.rank, e.popularity ASC NULLS LAST, e.mal_id`,
    backward: sql`candidate.rank DESC, e.popularity DESC NULLS FIRST, e.mal_id DESC`,
  };
}

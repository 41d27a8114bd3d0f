import { sql } from "drizzle-orm";
import { filterBits } from "./bitmaps/filter-bits.server";
import { whereAll } from "./listing-conditions.server";
import type { Facets } from "./facets";
import type { ListingQuery } from "./listing-query";
import { listingSource, type CatalogDatabase } from "./listing-source.server";
import { AGE_RATING_LABELS, AGE_RATINGS, SEASONS } from "~/features/catalog/vocabulary";

/** How often each value of one dimension occurs. `value` is text for every dimension, years included. */
interface Counted extends Record<string, unknown> {
  dimension: "genre" | "type" | "status" | "season" | "year" | "rating";
  value: string;
  count: number;
}

/**
 * What the titles of a query have in common: for each genre, type, status, season, year and rating the number of titles that match
 * all of the query's filters. Order and page do not matter. Values that no matching title has are left out.
 */
export async function listFacets(database: CatalogDatabase, query: ListingQuery): Promise<Facets> {
  const { candidates, from, conditions } = await listingSource(database, query);
  const { usable, bits } = filterBits(query);
  const rows = await database.db.execute<Counted>(sql`
    ${candidates === null ? sql`WITH` : sql`WITH ${candidates},`}
    asked (bits) AS MATERIALIZED (SELECT ${candidates === null ? sql`CASE WHEN ${usable} THEN ${bits} END` : sql`NULL::bit varying`}),
    hit AS MATERIALIZED (SELECT e.genres, e.type, e.status, e.season, e.year, e.rating_code FROM ${from} ${whereAll([sql`(SELECT bits IS NULL FROM asked)`, ...conditions])}),
    counted AS (
      SELECT grouping(type, status, season, year, rating_code) AS kept, coalesce(type, status, season, year::text, rating_code) AS value, count(*)::int4 AS count
      FROM hit GROUP BY GROUPING SETS ((type), (status), (season), (year), (rating_code))
    ),
    found (dimension, value, count) AS (
      SELECT 'genre' AS dimension, name, count(*)::int4 FROM hit, unnest(hit.genres) AS name GROUP BY name
      UNION ALL
      SELECT CASE kept WHEN 15 THEN 'type' WHEN 23 THEN 'status' WHEN 27 THEN 'season' WHEN 29 THEN 'year' ELSE 'rating' END, value, count
      FROM counted WHERE value IS NOT NULL
      UNION ALL
      SELECT split_part(b.key, ':', 1), coalesce(b.name, substr(b.key, strpos(b.key, ':') + 1)), bit_count(b.bits & asked.bits)::int4
      FROM asked, listing_bitmaps b WHERE asked.bits IS NOT NULL AND split_part(b.key, ':', 1) IN ('genre', 'type', 'status', 'season', 'rating')
      UNION ALL
      SELECT 'year', until.value::int4::text, (until.count - lag(until.count, 1, 0::int8) OVER (ORDER BY until.value))::int4
      FROM (
        SELECT b.value, bit_count(b.bits & asked.bits) AS count FROM asked, listing_bitmaps b
        WHERE asked.bits IS NOT NULL AND b.key = 'year' AND b.value > '-Infinity' OFFSET 0
      ) AS until
    )
    SELECT dimension, value, count FROM found WHERE count > 0 ORDER BY count DESC, value`);
  const of = (dimension: Counted["dimension"]): { name: string; count: number }[] =>
    rows
      .filter((row) => row.dimension === dimension)
      .map(({ value, count }) => ({ name: value, count }));
  const inOrder = (
    dimension: Counted["dimension"],
    order: readonly string[],
  ): { name: string; count: number }[] =>
    of(dimension).toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  return {
    genres: of("genre"),
    types: of("type"),
    statuses: of("status"),
    seasons: inOrder("season", SEASONS),
    years: of("year")
      .map(({ name, count }) => ({ year: Number(name), count }))
      .toSorted((one, other) => other.year - one.year),
    ratings: inOrder("rating", AGE_RATINGS).map(({ name, count }) => ({
      name: ratingLabel(name),
      count,
    })),
  };
}

function ratingLabel(code: string): string {
  const known = AGE_RATINGS.find((rating) => rating === code);
  return known === undefined ? code : AGE_RATING_LABELS[known];
}

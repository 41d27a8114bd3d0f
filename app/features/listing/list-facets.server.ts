import { sql } from "drizzle-orm";
import type { NameCount } from "~/features/catalog/anime";
import { filterBits } from "./bitmaps/filter-bits.server";
import type { Facets } from "./facets";
import { FILTER_NAMES } from "./filters/filters";
import { serverFilter } from "./filters/filters.server";
import type { HiddenTitles } from "./hidden/hidden-titles.server";
import type { ListingQuery } from "./listing-query";
import { type CatalogDatabase, listingSource, whereAll } from "./listing-source.server";

const FACETS = FILTER_NAMES.flatMap((name) => {
  const { facet, match } = serverFilter(name);
  return facet === undefined || match === null ? [] : [{ name, toFacet: facet, ...match.source }];
});
const COLUMN_FACETS = FACETS.filter(({ kind }) => kind !== "term");

const quoted = (facets: readonly { key: string }[]) => facets.map(({ key }) => `'${key}'`);
const BITMAP_KEYS = quoted(FACETS.filter(({ kind }) => kind !== "range"));
const RANGE_KEYS = quoted(FACETS.filter(({ kind }) => kind === "range"));

const list = (items: readonly string[]) => sql.raw(items.join(", "));
const columns = COLUMN_FACETS.map(({ column }) => column);
/** `grouping()` sets a bit per column not grouped by, the first highest. */
const GROUPINGS = COLUMN_FACETS.map(({ key }, index) => {
  const grouped = 1 << (columns.length - 1 - index);
  return `WHEN ${(1 << columns.length) - 1 - grouped} THEN '${key}'`;
});

interface CountRow extends Record<string, unknown> {
  key: string;
  value: string;
  count: number;
}

/** Lists the most frequent values first, whatever the order and page. */
export async function listFacets(
  database: CatalogDatabase,
  query: ListingQuery,
  hidden: HiddenTitles | null = null,
): Promise<Facets> {
  const { candidates, from, conditions } = await listingSource(database, query, hidden);
  const { usable, bits } = filterBits(query, hidden);
  const matchingBits =
    candidates === null ? sql`CASE WHEN ${usable} THEN ${bits} END` : sql`NULL::bit varying`;
  // Rows only where the bitmaps are unusable.
  const where = whereAll([sql`(SELECT bits IS NULL FROM matching)`, ...conditions]);
  const rows = await database.db.execute<CountRow>(sql`
    ${candidates === null ? sql`WITH` : sql`WITH ${candidates},`}
    matching (bits) AS MATERIALIZED (SELECT ${matchingBits}),
    hit AS MATERIALIZED (SELECT e.genres, ${list(columns.map((name) => `e.${name}`))} FROM ${from} ${where}),
    counted AS (
      SELECT
        grouping(${list(columns)}) AS grouped_by,
        coalesce(${list(columns.map((name) => `${name}::text`))}) AS value,
        count(*)::int4 AS count
      FROM hit GROUP BY GROUPING SETS (${list(columns.map((name) => `(${name})`))})
    ),
    found (key, value, count) AS (
      SELECT 'genre' AS key, name, count(*)::int4 FROM hit, unnest(hit.genres) AS name GROUP BY name
      UNION ALL
      SELECT CASE grouped_by ${sql.raw(GROUPINGS.join(" "))} END, value, count
      FROM counted WHERE value IS NOT NULL
      UNION ALL
      SELECT split_part(b.key, ':', 1), coalesce(b.name, substr(b.key, strpos(b.key, ':') + 1)),
        bit_count(b.bits & matching.bits)::int4
      FROM matching, listing_bitmaps b
      WHERE matching.bits IS NOT NULL
        AND split_part(b.key, ':', 1) IN (${list(BITMAP_KEYS)})
      UNION ALL
      SELECT up_to.key, up_to.value::int4::text,
        (up_to.count - lag(up_to.count, 1, 0::int8) OVER (PARTITION BY up_to.key ORDER BY up_to.value))::int4
      FROM (
        SELECT b.key, b.value, bit_count(b.bits & matching.bits) AS count
        FROM matching, listing_bitmaps b
        WHERE matching.bits IS NOT NULL AND b.key IN (${list(RANGE_KEYS)}) AND b.value > '-Infinity'
        OFFSET 0
      ) AS up_to
    )
    SELECT key, value, count FROM found WHERE count > 0 ORDER BY count DESC, value`);
  const facets = FACETS.map(({ name, key, toFacet }) => {
    const counts: NameCount[] = rows
      .filter((row) => row.key === key)
      .map(({ value, count }) => ({ name: value, count }));
    return [name, toFacet(counts)] as const;
  });
  return Object.fromEntries(facets) as unknown as Facets;
}

import { sql } from "drizzle-orm";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName, type TermKind } from "~/features/catalog/term-key";
import { filterBits } from "./bitmaps/filter-bits.server";
import type { HiddenTitles } from "./hidden/hidden-titles.server";
import type { ListingQuery } from "./listing-query";
import { type CatalogDatabase, listingSource, whereAll } from "./listing-source.server";

/** Rows are read for fewer titles, since rare names have no bitmap. */
const MAX_ROWS = 2_000;

interface TermCountOptions {
  hidden: HiddenTitles | null;
  /** The names as the catalog spells them. */
  names: readonly string[];
  /** Whether all names are listed; otherwise rare ones may be left out. */
  isComplete: boolean;
}

/** Names of the matching titles, such as their studios, those with the most first. */
export async function listTermCounts(
  database: CatalogDatabase,
  kind: TermKind,
  query: ListingQuery,
  { hidden, names, isComplete }: TermCountOptions,
): Promise<NameCount[]> {
  const prefix = `${kind}:`;
  const { candidates, from, conditions } = await listingSource(database, query, hidden);
  const { usable, bits } = filterBits(query, hidden);
  const matchingBits =
    candidates === null && !isComplete
      ? sql`CASE WHEN ${usable} THEN ${bits} END`
      : sql`NULL::bit varying`;
  const readsRows = sql`(SELECT bits IS NULL OR bit_count(bits) <= ${MAX_ROWS}::int4 FROM matching)`;
  const rows = await database.db.execute<{ key: string; count: number }>(sql`
    ${candidates === null ? sql`WITH` : sql`WITH ${candidates},`}
    matching (bits) AS MATERIALIZED (SELECT ${matchingBits}),
    hit AS MATERIALIZED (SELECT e.term_keys FROM ${from} ${whereAll([readsRows, ...conditions])}),
    found (key, count) AS (
      SELECT term, count(*)::int4 FROM hit, unnest(hit.term_keys) AS term
      WHERE term LIKE ${`${prefix}%`} GROUP BY term
      UNION ALL
      SELECT b.key, bit_count(b.bits & matching.bits)::int4
      FROM matching, listing_bitmaps b
      WHERE NOT ${readsRows} AND b.key LIKE ${`${prefix}%`} AND b.value = 0 AND b.bits IS NOT NULL
    )
    SELECT key, count FROM found WHERE count > 0 ORDER BY count DESC, key`);
  const spelled = new Map(names.map((name) => [normaliseName(name), name]));
  return rows.flatMap(({ key, count }) => {
    const name = spelled.get(key.slice(prefix.length));
    return name === undefined ? [] : [{ name, count }];
  });
}

import { sql, type SQL } from "drizzle-orm";
import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { termKey, type TermKind } from "~/features/catalog/term-key";

/** The titles of a query as bits, in the form of SQL expressions. */
export interface FilterBits {
  /** Whether the bits say the truth: nothing changed since they were made, and every name of the query has some. Null counts as no. */
  usable: SQL;
  /** Of type `bit varying`; only to be evaluated where they are usable. */
  bits: SQL;
}

/** What a query's filters leave of the catalog, as an AND over bitmaps. The search is no part of it. */
export function filterBits(query: ListingQuery): FilterBits {
  const terms: string[] = [];
  const parts: SQL[] = [anyOf([query.parentalControl ? "safe" : "all"])];
  const byTerm = (kind: TermKind, names: readonly string[]): string[] => {
    const keys = names.map((name) => termKey(kind, name));
    terms.push(...keys);
    return keys;
  };
  const require = (keys: readonly string[]): void => {
    if (keys.length > 0) parts.push(anyOf(keys));
  };
  const oneOf = (kind: string, values: readonly string[]): void =>
    require(values.map((value) => `${kind}:${value}`));

  require(byTerm("genre", query.genres));
  require(byTerm("theme", query.themes));
  require(byTerm("studio", query.studios));
  require(byTerm("producer", query.producers));
  require(byTerm("source", query.sources));
  if (query.excludedGenres.length > 0)
    parts.push(sql`~${anyOf(byTerm("genre", query.excludedGenres))}`);
  oneOf("type", query.types);
  oneOf("status", query.statuses);
  oneOf("rating", query.ratings);
  oneOf("season", query.seasons);
  oneOf("day", query.weekdays);
  if (query.withBanner) require(["banner"]);
  if (query.years.length > 0)
    parts.push(
      sql`(${sql.join(
        query.years.map((year) => between("year", year, year)),
        sql` | `,
      )})`,
    );
  if (query.yearMin !== null || query.yearMax !== null)
    parts.push(between("year", query.yearMin, query.yearMax));
  if (query.episodesMin !== null || query.episodesMax !== null)
    parts.push(between("episodes", query.episodesMin, query.episodesMax));
  const whole = sql`(${sql.join(parts, sql` & `)})`;
  return {
    usable: sql`(SELECT bool_and(b.bits IS NOT NULL) FROM listing_bitmaps b WHERE b.key = ANY (${texts(["all", ...terms])}) AND b.value = 0)`,
    bits:
      query.scoreMin === null && query.scoreMax === null
        ? whole
        : scored(whole, query.scoreMin, query.scoreMax),
  };
}

function texts(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`;
}

/** Titles that have one of the keys. A key that no title has is in no row, so `none` keeps the result from being null. */
function anyOf(keys: readonly string[]): SQL {
  return sql`(SELECT bit_or(b.bits) FROM listing_bitmaps b WHERE b.key = ANY (${texts([...keys, "none"])}) AND b.value = 0)`;
}

/** Titles of a range, bounds included: those up to its end without those up to its beginning. */
function between(key: "year" | "episodes", least: number | null, greatest: number | null): SQL {
  const upTo = (condition: SQL): SQL =>
    sql`(SELECT b.bits FROM listing_bitmaps b WHERE b.key = ${key} AND ${condition} ORDER BY b.value DESC LIMIT 1)`;
  const end = upTo(greatest === null ? sql`true` : sql`b.value <= ${greatest}::float8`);
  return least === null ? end : sql`(${end} & ~${upTo(sql`b.value < ${least}::float8`)})`;
}

/** The bits are in the order of scores, so a range of scores is a stretch of them: what lies outside is shifted out and back. */
function scored(bits: SQL, least: number | null, greatest: number | null): SQL {
  const titles = (condition: SQL): SQL =>
    sql`(SELECT b.titles FROM listing_bitmaps b WHERE b.key = 'score' AND ${condition} ORDER BY b.value LIMIT 1)`;
  const length = sql`(SELECT length(b.bits) FROM listing_bitmaps b WHERE b.key = 'none')`;
  const before = greatest === null ? null : titles(sql`b.value > ${greatest}::float8`);
  const after = sql`(${length} - ${titles(sql`b.value >= ${least ?? 0}::float8`)})`;
  const cut = sql`((${bits} >> ${after}) << ${after})`;
  return before === null ? cut : sql`((${cut} << ${before}) >> ${before})`;
}

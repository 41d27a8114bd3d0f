import { sql, type SQL } from "drizzle-orm";
import { activeFilters } from "~/features/listing/filters/filters";
import { serverFilter } from "~/features/listing/filters/filters.server";
import type { BitmapTerm } from "~/features/listing/filters/matches.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { BITMAP_GENERATION } from "./bitmap-places.server";

export interface FilterBits {
  /** Whether the bitmaps are current; SQL null counts as false. */
  usable: SQL;
  /** The bits, which are valid only where `usable` is true. */
  bits: SQL;
}

interface Bounds {
  min?: number;
  max?: number;
}

export function filterBits(query: ListingQuery, hidden: HiddenTitles | null): FilterBits {
  const { parentalControl: control } = query;
  const limit = typeof control === "boolean" ? null : control;
  if ((hidden !== null && hidden.bits === null) || limit?.hasExceptions === true)
    return { usable: sql`false`, bits: sql`NULL::bit varying` };
  const termKeys: string[] = [];
  const parts: SQL[] = [anyOf([control === false ? "all" : "safe"])];
  if (limit !== null) parts.push(anyOf(limit.ratings.map((code) => `rating:${code}`)));
  const ranges = new Map<string, Bounds>();
  const add = (term: BitmapTerm): void => {
    if (term.kind === "bound") {
      const { kind: _, range, ...bounds } = term;
      ranges.set(range, { ...ranges.get(range), ...bounds });
    } else if (term.kind === "values") {
      const values = term.values.map((value) => between(term.range, { min: value, max: value }));
      parts.push(sql`(${sql.join(values, sql` | `)})`);
    } else {
      if (term.areTerms === true) termKeys.push(...term.keys);
      if (term.needsAll === true) parts.push(...term.keys.map((key) => anyOf([key])));
      else parts.push(term.isExcluded === true ? sql`~${anyOf(term.keys)}` : anyOf(term.keys));
    }
  };
  for (const name of activeFilters(query)) {
    const { match } = serverFilter(name);
    if (match !== null) add(match.bitmap(query[name]));
  }
  const ownBits = hidden?.bits ?? null;
  if (ownBits !== null) parts.push(sql`~${`x${ownBits.hex}`}::bit varying`);
  const score = ranges.get("score");
  ranges.delete("score");
  for (const [range, bounds] of ranges) parts.push(between(range, bounds));
  const bits = sql`(${sql.join(parts, sql` & `)})`;
  const areStored = sql`(
    SELECT bool_and(b.bits IS NOT NULL) FROM listing_bitmaps b
    WHERE b.key = ANY (${texts(["all", ...termKeys])}) AND b.value = 0)`;
  return {
    usable:
      ownBits === null
        ? areStored
        : sql`(${areStored} AND ${BITMAP_GENERATION} = ${ownBits.generation})`,
    bits: score === undefined ? bits : withinScores(bits, score),
  };
}

function texts(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`;
}

/** Unknown keys would be null without `none`. */
function anyOf(keys: readonly string[]): SQL {
  return sql`(
    SELECT bit_or(b.bits) FROM listing_bitmaps b
    WHERE b.key = ANY (${texts([...keys, "none"])}) AND b.value = 0)`;
}

function between(range: string, { min, max }: Bounds): SQL {
  const upTo = (condition: SQL): SQL =>
    sql`(
      SELECT b.bits FROM listing_bitmaps b WHERE b.key = ${range} AND ${condition}
      ORDER BY b.value DESC LIMIT 1)`;
  const end = upTo(max === undefined ? sql`true` : sql`b.value <= ${max}::float8`);
  return min === undefined ? end : sql`(${end} & ~${upTo(sql`b.value < ${min}::float8`)})`;
}

/** Shifts out those outside of the range. */
function withinScores(bits: SQL, { min, max }: Bounds): SQL {
  const titles = (condition: SQL): SQL =>
    sql`(
      SELECT b.titles FROM listing_bitmaps b WHERE b.key = 'score' AND ${condition}
      ORDER BY b.value LIMIT 1)`;
  const length = sql`(SELECT length(b.bits) FROM listing_bitmaps b WHERE b.key = 'none')`;
  const before = max === undefined ? null : titles(sql`b.value > ${max}::float8`);
  const after = sql`(${length} - ${titles(sql`b.value >= ${min ?? 0}::float8`)})`;
  const cut = sql`((${bits} >> ${after}) << ${after})`;
  return before === null ? cut : sql`((${cut} << ${before}) >> ${before})`;
}

import { sql, type SQL } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import { isVisible } from "~/features/catalog/visibility.server";
import { prepared } from "~db/prepared";
import { collapseFranchises } from "./collapse-franchises.server";
import { filterBits } from "./bitmaps/filter-bits.server";
import type { HiddenTitles } from "./hidden/hidden-titles.server";
import { listingOrder } from "./listing-order.server";
import type { ListingQuery } from "./listing-query";
import {
  type CatalogDatabase,
  listingSource,
  type ListingSource,
  whereAll,
} from "./listing-source.server";

export interface ListingPageJson {
  data: string;
  total: number;
  /**
   * How many other titles each title that stands for its franchise has; by id, empty for most
   * pages.
   */
  others: Readonly<Record<number, number>>;
}

/** Pages this deep are read backwards from the end of the listing if that is nearer. */
const DEEP_OFFSET = 1_000;

/** Reads only the page's rows in full. Past the end it is empty. */
export async function listAnimeJson(
  database: CatalogDatabase,
  query: ListingQuery,
  hidden: HiddenTitles | null = null,
): Promise<ListingPageJson> {
  const source = await listingSource(database, query, hidden);
  if (source.ranked !== null && query.order === "relevance" && !query.collapsed)
    return listRanked(database, query, source.ranked);
  const collapsed = query.collapsed ? collapseFranchises(source) : null;
  const { ids, direction } = pageOf(collapsed ?? source, query);
  const total = totalOf(source, query, hidden);
  const [row] = await database.db.execute<PageRow>(sql`
    WITH ${source.candidates === null ? sql`` : sql`${source.candidates},`}
    ${collapsed === null ? sql`` : sql`${collapsed.members},`}
    whole (total) AS MATERIALIZED (SELECT ${collapsed === null ? total : sql`${total} - ${collapsed.leftOut}`})
    SELECT
      (SELECT total FROM whole) AS total,
      ${collapsed === null ? sql`NULL` : collapsed.others} AS others,
      (
        SELECT string_agg(${animeJson}, ',' ORDER BY page.place${direction})
        FROM unnest(${ids}) WITH ORDINALITY AS page (mal_id, place)
        JOIN animes a USING (mal_id)
      ) AS data`);
  return {
    data: `[${row?.data ?? ""}]`,
    total: Number(row?.total ?? 0),
    others: row?.others ?? {},
  };
}

/** Reads only the page's rows, even if thousands of titles match. */
async function listRanked(
  { db }: CatalogDatabase,
  query: ListingQuery,
  ranked: readonly number[],
): Promise<ListingPageJson> {
  const offset = offsetOf(query);
  const ids = `{${ranked.slice(offset, offset + query.perPage).join(",")}}`;
  const [row] = await db.execute<{ data: string | null }>(
    prepared(sql`
      SELECT string_agg(${animeJson}, ',' ORDER BY page.place) AS data
      FROM unnest(${ids}::int4[]) WITH ORDINALITY AS page (mal_id, place)
      JOIN animes a USING (mal_id)
      WHERE ${isVisible(sql`a`, query)}`),
  );
  return { data: `[${row?.data ?? ""}]`, total: ranked.length, others: {} };
}

interface PageRow extends Record<string, unknown> {
  total: string;
  data: string | null;
  others: Record<number, number> | null;
}

function offsetOf({ page, perPage }: ListingQuery): number {
  return (page - 1) * perPage;
}

/** `direction` restores what was read backwards. */
function pageOf(
  { from, conditions }: ListingSource,
  query: ListingQuery,
): { ids: SQL; direction: SQL } {
  const where = whereAll(conditions);
  const { forward, backward } = listingOrder(query.order);
  const offset = offsetOf(query);
  const ahead = sql`ARRAY(SELECT e.mal_id FROM ${from} ${where} ORDER BY ${forward} LIMIT ${query.perPage}::int8 OFFSET ${offset}::int8)`;
  // Past the end, a scan would read the whole index.
  const isPastEnd = sql`(SELECT total <= ${offset}::int8 FROM whole)`;
  if (offset < DEEP_OFFSET)
    return {
      ids: sql`CASE WHEN ${isPastEnd} THEN '{}'::int4[] ELSE ${ahead} END`,
      direction: sql``,
    };
  const left = sql`(SELECT greatest(total - ${offset}::int8, 0) FROM whole)`;
  const back = sql`ARRAY(
    SELECT e.mal_id FROM ${from} ${where} ORDER BY ${backward}
    LIMIT least(${left}, ${query.perPage}::int8) OFFSET greatest(${left} - ${query.perPage}::int8, 0))`;
  const isBeyondMiddle = sql`(SELECT total < ${offset * 2}::int8 FROM whole)`;
  return {
    ids: sql`CASE WHEN ${isBeyondMiddle} THEN ${back} ELSE ${ahead} END`,
    direction: sql` * (CASE WHEN ${isBeyondMiddle} THEN -1 ELSE 1 END)`,
  };
}

/** Bits where current and without a search, else rows. */
function totalOf(
  { candidates, from, conditions }: ListingSource,
  query: ListingQuery,
  hidden: HiddenTitles | null,
): SQL {
  const counted = sql`(SELECT count(*) FROM ${from} ${whereAll(conditions)})`;
  if (candidates !== null) return counted;
  const { usable, bits } = filterBits(query, hidden);
  return sql`CASE WHEN ${usable} THEN bit_count(${bits}) ELSE ${counted} END`;
}

export async function listAnime(
  database: CatalogDatabase,
  query: ListingQuery,
  hidden: HiddenTitles | null = null,
): Promise<{ items: Anime[] } & Omit<ListingPageJson, "data">> {
  const { data, ...page } = await listAnimeJson(database, query, hidden);
  return { items: JSON.parse(data) as Anime[], ...page };
}

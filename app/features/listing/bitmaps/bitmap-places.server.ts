import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** Tells which bit of the listing's bitmaps belongs to which title. */
export interface BitmapPlaces {
  generation: string;
  /** The number of each title's bit, by title id. */
  places: ReadonlyMap<number, number>;
  titles: number;
}

/**
 * Differs after every rebuild, as the row's transaction does. Null while the bitmaps are stale.
 */
export const BITMAP_GENERATION = sql`(
  SELECT b.xmin::text FROM listing_bitmaps b
  WHERE b.key = 'all' AND b.value = 0 AND b.bits IS NOT NULL)`;

/**
 * Returns null while the bitmaps are stale. Reads a column of the whole catalog: cache the result.
 */
export async function readBitmapPlaces(db: Database): Promise<BitmapPlaces | null> {
  // One snapshot: the bitmaps are current, so their order is that of the entries.
  const [row] = await db.execute<{ generation: string | null; ids: string | null }>(sql`
    SELECT ${BITMAP_GENERATION} AS generation,
      string_agg(mal_id::text, ',' ORDER BY score DESC NULLS LAST, popularity ASC NULLS LAST, mal_id) AS ids
    FROM listing_entries`);
  if (row === undefined || row.generation === null) return null;
  const ids = row.ids === null ? [] : row.ids.split(",");
  return {
    generation: row.generation,
    places: new Map(ids.map((id, place) => [Number(id), place])),
    titles: ids.length,
  };
}

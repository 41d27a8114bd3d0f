import { createHash } from "node:crypto";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { BitmapPlaces } from "~/features/listing/bitmaps/bitmap-places.server";

/** Titles that a listing leaves out for one user. Never empty. */
export interface HiddenTitles {
  ids: ReadonlySet<number>;
  /** A key that is equal for equal titles. */
  key: string;
  /** Hexadecimal, for the bitmaps of one generation; null while those are stale. */
  bits: { generation: string; hex: string } | null;
}

/** Returns null for no titles: nothing is hidden. */
export function createHiddenTitles(
  ids: ReadonlySet<number>,
  bitmaps: BitmapPlaces | null,
): HiddenTitles | null {
  if (ids.size === 0) return null;
  const key = createHash("sha256").update(Int32Array.from(ids).sort()).digest("base64url");
  return {
    ids,
    key,
    bits:
      bitmaps === null
        ? null
        : { generation: bitmaps.generation, hex: bitsOf(ids, bitmaps).toString("hex") },
  };
}

function bitsOf(ids: ReadonlySet<number>, { places, titles }: BitmapPlaces): Buffer {
  const bytes = Buffer.alloc(Math.ceil(titles / 8));
  for (const id of ids) {
    const place = places.get(id);
    if (place === undefined) continue;
    const at = place >> 3;
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (place & 7));
  }
  return bytes;
}

/**
 * Excludes titles. The list is hashed once per statement, also in one that is planned without its
 * values.
 */
export function isNotHidden(malId: SQLWrapper, { ids }: HiddenTitles): SQL {
  const list = `{${[...ids].join(",")}}`;
  return sql`${malId} NOT IN (SELECT unnest(${list}::int4[]))`;
}

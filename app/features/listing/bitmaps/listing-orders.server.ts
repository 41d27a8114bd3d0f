import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { listingOrders } from "~db/schema";
import { ORDERS, type StoredOrder } from "~/features/listing/listing-order.server";
import { BITMAP_GENERATION } from "./bitmap-places.server";

const INTEGER_BYTES = 4;
const IDS = "ids";
/** The bits have this order themselves. */
const BIT_ORDER: StoredOrder = "score";

/** What the bits of one generation stand for, and orders of them. 4 bytes per title each. */
interface LoadedOrders {
  generation: string;
  arrays: Map<string, Int32Array>;
}

const loaded = new WeakMap<Database, LoadedOrders>();

export interface OrderedBits {
  /** The title id of each bit. */
  ids: Int32Array;
  /** Bits in order; null where that is their own. */
  bits: Int32Array | null;
}

/** Runs in the transaction that rebuilds the bitmaps, with `listing_entries` locked. */
export async function writeListingOrders(tx: Transaction): Promise<void> {
  await tx.delete(listingOrders);
  const ids = await readIds(tx, BIT_ORDER);
  const bitOf = new Map<number, number>();
  ids.forEach((id, bit) => bitOf.set(id, bit));
  await tx.insert(listingOrders).values({ name: IDS, titles: encode(ids) });
  for (const order of Object.keys(ORDERS) as StoredOrder[]) {
    if (order === BIT_ORDER) continue;
    const bits = (await readIds(tx, order)).map((id) => bitOf.get(id) ?? 0);
    await tx.insert(listingOrders).values({ name: order, titles: encode(bits) });
  }
}

async function readIds(tx: Transaction, order: StoredOrder): Promise<Int32Array> {
  const [row] = await tx.execute<{ ids: Buffer | null }>(sql`
    SELECT string_agg(int4send(mal_id), ''::bytea) AS ids
    FROM (SELECT mal_id FROM listing_entries e ORDER BY ${ORDERS[order].forward}) AS listed`);
  return decode(row?.ids ?? Buffer.alloc(0));
}

/**
 * Returns null unless the stored orders belong to `generation` of the bitmaps. Cached per database.
 */
export async function getOrderedBits(
  db: Database,
  order: StoredOrder,
  generation: string,
): Promise<OrderedBits | null> {
  const ids = await loadArray(db, IDS, generation);
  if (ids === null || order === BIT_ORDER) return ids && { ids, bits: null };
  const bits = await loadArray(db, order, generation);
  return bits && { ids, bits };
}

async function loadArray(
  db: Database,
  name: string,
  generation: string,
): Promise<Int32Array | null> {
  const existing = loaded.get(db);
  const cached = existing?.generation === generation ? existing.arrays.get(name) : undefined;
  if (cached !== undefined) return cached;
  const [row] = await db.execute<{ titles: Buffer }>(sql`
    SELECT titles FROM listing_orders
    WHERE name = ${name} AND ${BITMAP_GENERATION} = ${generation}`);
  if (row === undefined) return null;
  const array = decode(row.titles);
  const current = loaded.get(db);
  const arrays =
    current?.generation === generation ? current.arrays : new Map<string, Int32Array>();
  loaded.set(db, { generation, arrays: arrays.set(name, array) });
  return array;
}

function encode(integers: Int32Array): Buffer {
  return Buffer.from(integers.slice().buffer).swap32();
}

function decode(bytes: Buffer): Int32Array {
  // A copy, as buffers of the driver may be at any offset and swapping is in place.
  const copy = Uint8Array.from(bytes);
  Buffer.from(copy.buffer).swap32();
  return new Int32Array(copy.buffer, 0, copy.length / INTEGER_BYTES);
}

import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { listingBitmaps, listingOrders } from "~db/schema";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import {
  BITMAP_SOURCES,
  BitmapBuilder,
  type Bitmap,
  type BitmapEntry,
} from "./build-bitmaps.server";

const PAGE_SIZE = 5_000;
const MAX_BATCH_LENGTH = 4_000_000;

const COLUMNS = sql.join(
  [
    ...new Set([
      ...["mal_id", "popularity", "mature", "score", "genres", "term_keys"],
      ...BITMAP_SOURCES.map(({ column }) => column),
    ]),
  ].map((column) => sql.identifier(column)),
  sql`, `,
);

type Writer = Pick<Database, "transaction" | "select">;

/**
 * Rebuilds bitmaps that are stale. Returns whether they were. Takes a second for 30,000 titles;
 * blocks the catalog's writers, not readers.
 */
export async function rebuildListingBitmaps(db: Writer): Promise<boolean> {
  if (await areCurrent(db)) return false;
  return db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    if (await areCurrent(tx)) return false;
    await tx.execute(sql`LOCK TABLE listing_entries IN SHARE MODE`);
    await tx.delete(listingBitmaps);
    // Release 1.0 would read these orders as those of the new bitmaps.
    await tx.delete(listingOrders);
    const builder = await readEntries(tx);
    let batch: Bitmap[] = [];
    let length = 0;
    for (const row of builder.rows()) {
      batch.push(row);
      length += row.bits?.length ?? 0;
      if (length < MAX_BATCH_LENGTH) continue;
      await write(tx, batch);
      batch = [];
      length = 0;
    }
    await write(tx, batch);
    return true;
  });
}

async function areCurrent(db: Pick<Database, "select">): Promise<boolean> {
  const current = await db
    .select({ key: listingBitmaps.key })
    .from(listingBitmaps)
    .where(and(eq(listingBitmaps.key, "all"), isNotNull(listingBitmaps.bits)));
  return current.length > 0;
}

async function readEntries(tx: Transaction): Promise<BitmapBuilder> {
  const builder = new BitmapBuilder();
  await tx.execute(sql`
    DECLARE listed NO SCROLL CURSOR FOR SELECT ${COLUMNS}
    FROM listing_entries ORDER BY score DESC NULLS LAST, popularity ASC NULLS LAST, mal_id`);
  for (;;) {
    const page = await tx.execute<BitmapEntry>(
      sql`FETCH ${sql.raw(String(PAGE_SIZE))} FROM listed`,
    );
    for (const entry of page) builder.add(entry);
    if (page.length < PAGE_SIZE) break;
  }
  await tx.execute(sql`CLOSE listed`);
  return builder;
}

async function write(tx: Transaction, rows: readonly Bitmap[]): Promise<void> {
  // Text, as JSON has no infinity; x marks hexadecimal bits.
  const values = rows.map(({ key, value, name, titles, bits, best_known: best }) => ({
    k: key,
    v: String(value),
    n: name,
    t: titles,
    b: bits === null ? null : `x${bits}`,
    i: best,
  }));
  await tx.execute(sql`
    INSERT INTO listing_bitmaps (key, value, name, titles, bits, best_known)
    SELECT x.k, x.v::float8, x.n, x.t, x.b::bit varying, x.i
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS x(k text, v text, n text, t int, b text, i int[])`);
}

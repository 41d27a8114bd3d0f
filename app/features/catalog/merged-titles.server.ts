import { eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { mergedTitles } from "~db/schema";

/** The title that a duplicate was merged into, or null. */
export async function getMergedInto(db: Database, id: number): Promise<number | null> {
  const [row] = await db
    .select({ into: mergedTitles.intoMalId })
    .from(mergedTitles)
    .where(eq(mergedTitles.malId, id));
  return row?.into ?? null;
}

/** Lists which of the ids were merged, with the title that each was merged into. */
export async function listMergedInto(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: mergedTitles.malId, into: mergedTitles.intoMalId })
    .from(mergedTitles)
    .where(inArray(mergedTitles.malId, [...ids]));
  return new Map(rows.map(({ id, into }) => [id, into]));
}

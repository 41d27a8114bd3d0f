import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { animes, mergedTitles } from "~db/schema";
import { isVisible, UNRESTRICTED, withheld, type Viewer } from "./visibility.server";

/**
 * The title that a duplicate was merged into, or null. Throws `Forbidden` for one that the viewer
 * may not see, whose id it leaves out.
 */
export async function getMergedInto(
  db: Database,
  id: number,
  viewer: Viewer,
): Promise<number | null> {
  const [row] = await db
    .select({ into: mergedTitles.intoMalId, isShown: sql<boolean>`${isVisible(animes, viewer)}` })
    .from(mergedTitles)
    .innerJoin(animes, eq(animes.malId, mergedTitles.intoMalId))
    .where(and(eq(mergedTitles.malId, id), isVisible(animes, UNRESTRICTED)));
  if (row?.isShown === false) throw withheld(id, viewer);
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

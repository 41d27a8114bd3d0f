import { eq, inArray, sql } from "drizzle-orm";
import { titleKeys, type SurrogateKey } from "~/providers/cdn/surrogate-keys";
import type { Database } from "~db/client.server";
import { catalogChanges, catalogState } from "~db/schema";

/** Beyond this, a cache in front is purged of all titles. */
const MAX_TITLES = 1_000;
const MAX_CHANGES = 5_000;
/**
 * Changes are purged once more after this time: an instance may have filled the cache before it
 * heard of the change, which takes 20 seconds without notifications.
 */
const REPEAT_MS = 30_000;

/** Whether changes of the catalog are recorded, by triggers in each one's own transaction. */
export async function recordCatalogChanges(db: Database, isRecording: boolean): Promise<void> {
  await db
    .insert(catalogState)
    .values({ recordsChanges: isRecording })
    .onConflictDoUpdate({
      target: catalogState.id,
      set: { recordsChanges: isRecording },
      setWhere: eq(catalogState.recordsChanges, !isRecording),
    });
  if (!isRecording) await db.delete(catalogChanges);
}

/** Whether a change waits for its purge. */
export async function hasDueChanges(db: Database): Promise<boolean> {
  const rows = await db.execute(
    sql`SELECT FROM catalog_changes WHERE due_at <= clock_timestamp() LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Purges recorded changes that no other instance is purging. Returns how many. Throws what `purge`
 * throws; then they stay recorded.
 */
export async function purgeChanges(
  db: Database,
  purge: (keys: readonly SurrogateKey[]) => Promise<void>,
  repeatMs = REPEAT_MS,
): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        id: catalogChanges.id,
        malId: catalogChanges.malId,
        isPurged: catalogChanges.isPurged,
      })
      .from(catalogChanges)
      .where(sql`${catalogChanges.dueAt} <= clock_timestamp()`)
      .orderBy(catalogChanges.id)
      .limit(MAX_CHANGES)
      .for("update", { skipLocked: true });
    if (due.length === 0) return 0;
    await purge(keysOf(new Set(due.flatMap(({ malId }) => malId ?? []))));
    const idsOf = (isPurged: boolean) =>
      due.filter((change) => change.isPurged === isPurged).map(({ id }) => id);
    await tx.delete(catalogChanges).where(inArray(catalogChanges.id, idsOf(true)));
    await tx
      .update(catalogChanges)
      .set({
        isPurged: true,
        dueAt: sql`clock_timestamp() + ${repeatMs} * interval '1 millisecond'`,
      })
      .where(inArray(catalogChanges.id, idsOf(false)));
    return due.length;
  });
}

function keysOf(ids: ReadonlySet<number>): SurrogateKey[] {
  if (ids.size > MAX_TITLES) return ["catalog", "titles"];
  // Not all titles.
  return ["catalog", ...titleKeys(ids).slice(1)];
}

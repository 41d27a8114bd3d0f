import { eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  lockCatalogForWriting,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { franchiseMembers, franchisePositions } from "~db/schema";
import { rebuildFranchises } from "./rebuild-franchises.server";

/**
 * Moves the title by `steps`, at most to an end, in the order of its franchise's story. That order
 * stays until `resetStoryOrder`. Throws `NotFound` for a title of no franchise.
 */
export async function moveInStory(
  db: Database,
  id: number,
  steps: number,
  record?: RecordChange,
): Promise<void> {
  await changeOrder(db, id, record, async (tx, ids) => {
    const at = ids.indexOf(id);
    const to = Math.min(Math.max(at + steps, 0), ids.length - 1);
    const order = ids.toSpliced(at, 1).toSpliced(to, 0, id);
    await tx
      .insert(franchisePositions)
      .values(order.map((malId, index) => ({ malId, position: index + 1 })))
      .onConflictDoUpdate({
        target: franchisePositions.malId,
        set: { position: sql`excluded.position` },
      });
  });
}

/** Back to the computed order. Throws `NotFound` for a title of no franchise. */
export async function resetStoryOrder(
  db: Database,
  id: number,
  record?: RecordChange,
): Promise<void> {
  await changeOrder(db, id, record, async (tx, ids) => {
    await tx.execute(
      sql`DELETE FROM franchise_positions WHERE mal_id = ANY(${sql.param(ids)}::int4[])`,
    );
  });
}

async function changeOrder(
  db: Database,
  id: number,
  record: RecordChange | undefined,
  change: (tx: Transaction, ids: number[]) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const [own] = await tx
      .select({ franchiseId: franchiseMembers.franchiseId })
      .from(franchiseMembers)
      .where(eq(franchiseMembers.malId, id));
    if (own === undefined) throw new NotFound("franchise.notFound");
    const members = await tx
      .select({ malId: franchiseMembers.malId })
      .from(franchiseMembers)
      .where(eq(franchiseMembers.franchiseId, own.franchiseId))
      .orderBy(franchiseMembers.position);
    const ids = members.map(({ malId }) => malId);
    await change(tx, ids);
    await rebuildFranchises(tx);
    await record?.(tx, ids);
  });
  await notifyCatalogVersion(db);
}

import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import { takeTextLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { uploads } from "~db/schema";

/**
 * Seconds for which a file counts as being removed, when its process is killed meanwhile. Removals
 * take less, by the deadlines of the stores.
 */
const REMOVAL_SECONDS = 120;

const removalEnd = sql`clock_timestamp() + make_interval(secs => ${REMOVAL_SECONDS})`;

/** Matches a row whose file is being removed: its time of creation lies ahead meanwhile. */
const isBeingRemoved = sql`${uploads.createdAt} BETWEEN clock_timestamp() AND ${removalEnd}`;

/** Whether a file is being removed. Call it with the lock of the file. */
export async function isRemoving(tx: Transaction, cid: string): Promise<boolean> {
  return (await tx.$count(uploads, and(eq(uploads.cid, cid), isBeingRemoved))) > 0;
}

/**
 * Deletes an upload that still matches `isUnused`, and its file by `removeFile` if no other upload
 * has it. No transaction is open meanwhile, as a store may take long; `isRemoving` keeps others
 * from storing the same file. Returns whether it did. Throws what `removeFile` throws, after which
 * the upload is as before.
 */
export async function removeUpload(
  db: Database,
  { id, cid, createdAt }: Pick<typeof uploads.$inferSelect, "id" | "cid" | "createdAt">,
  { isUnused, removeFile }: { isUnused: SQL; removeFile: () => Promise<void> },
): Promise<boolean> {
  const isOf = and(eq(uploads.id, id), isUnused);
  const begun = await db.transaction(async (tx) => {
    await takeTextLock(tx, "upload", cid);
    const isShared = (await tx.$count(uploads, and(eq(uploads.cid, cid), ne(uploads.id, id)))) > 0;
    const rows = isShared
      ? await tx.delete(uploads).where(isOf).returning({ id: uploads.id })
      : await tx
          .update(uploads)
          .set({ createdAt: removalEnd })
          .where(isOf)
          .returning({ id: uploads.id });
    return { isShared, isFound: rows.length > 0 };
  });
  if (!begun.isFound || begun.isShared) return begun.isFound;
  try {
    await removeFile();
  } catch (error) {
    await db.update(uploads).set({ createdAt }).where(eq(uploads.id, id));
    throw error;
  }
  await db.delete(uploads).where(and(eq(uploads.id, id), isBeingRemoved));
  return true;
}

import { and, eq, sql, type SQL } from "drizzle-orm";
import type { StoredFiles } from "~/media/storage/stored-files";
import type { Database } from "~db/client.server";
import { uploads } from "~db/schema";
import { lockFile } from "./lock-file.server";

interface Tools {
  db: Database;
  storage: StoredFiles;
}

interface Wish {
  /** Only this person's. Everybody's otherwise, those of deleted accounts among them. */
  userId?: string;
  /** What nobody shows is given this long to be shown, and then removed. A day otherwise. */
  olderThanMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** One run removes at most so many; the next goes on. */
const BATCH = 500;

/**
 * Removes stored pictures that nobody needs: those of deleted accounts at once, and those that are neither their person's avatar nor banner after a
 * while. A file that somebody else has too stays. Answers how many were let go. Throws `StorageFailed`; what is not removed then is found again.
 */
export async function collectUploads(
  { db, storage }: Tools,
  { userId, olderThanMs = DAY_MS }: Wish = {},
): Promise<number> {
  const mine = userId === undefined ? undefined : eq(uploads.userId, userId);
  const found = await db
    .select({ id: uploads.id, cid: uploads.cid })
    .from(uploads)
    .where(and(isUnused(olderThanMs), mine))
    .orderBy(uploads.createdAt)
    .limit(BATCH);
  let collected = 0;
  for (const { id, cid } of found) {
    await db.transaction(async (tx) => {
      await lockFile(tx, cid);
      const gone = await tx
        .delete(uploads)
        .where(and(eq(uploads.id, id), isUnused(olderThanMs)))
        .returning({ id: uploads.id });
      if (gone.length === 0) return;
      collected += 1;
      const others = await tx
        .select({ id: uploads.id })
        .from(uploads)
        .where(eq(uploads.cid, cid))
        .limit(1);
      // When this fails, the row comes back with the transaction's end, and the next run tries again.
      if (others.length === 0) await storage.remove(cid);
    });
  }
  return collected;
}

function isUnused(olderThanMs: number): SQL {
  return sql`(${uploads.userId} is null or (
    ${uploads.createdAt} < now() - make_interval(secs => ${olderThanMs / 1000})
    and not exists (select 1 from users where users.id = ${uploads.userId} and strpos(users.avatar_url, ${uploads.cid}) > 0)
    and not exists (select 1 from profiles where profiles.user_id = ${uploads.userId} and strpos(profiles.banner_image, ${uploads.cid}) > 0)
  ))`;
}

import { and, eq, sql, type SQL } from "drizzle-orm";
import type { FileStorage } from "~/media/storage/file-storage";
import type { Database } from "~db/client.server";
import { uploads } from "~db/schema";
import { FIRST_OWN_TITLE_ID, LAST_OWN_TITLE_ID } from "~/features/catalog/own-title-id";
import { removeUpload } from "./upload-removal.server";

interface Tools {
  db: Database;
  storage: FileStorage;
}

interface DeleteOptions {
  /** Default: all, deleted ones included. */
  userId?: string;
  olderThanMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Deletes uploads of deleted accounts, and old ones that are not in use. Keeps covers of titles,
 * and files that another user has. Throws `StorageFailed`.
 */
export async function deleteUnusedUploads(
  { db, storage }: Tools,
  { userId, olderThanMs = DAY_MS }: DeleteOptions = {},
): Promise<number> {
  const ofUser = userId === undefined ? undefined : eq(uploads.userId, userId);
  const unused = await db
    .select({ id: uploads.id, cid: uploads.cid, createdAt: uploads.createdAt })
    .from(uploads)
    .where(and(isUnused(olderThanMs), ofUser))
    .orderBy(uploads.createdAt)
    .limit(BATCH);
  let count = 0;
  for (const upload of unused) {
    const isRemoved = await removeUpload(db, upload, {
      isUnused: isUnused(olderThanMs),
      removeFile: () => storage.remove(upload.cid),
    });
    if (isRemoved) count += 1;
  }
  return count;
}

function isUnused(olderThanMs: number): SQL {
  return sql`(NOT EXISTS (
    SELECT 1 FROM animes
    WHERE mal_id BETWEEN ${FIRST_OWN_TITLE_ID} AND ${LAST_OWN_TITLE_ID}
      AND strpos(image_url, ${uploads.cid}) > 0
  ) AND ((${uploads.userId} IS NULL AND ${uploads.createdAt} <= clock_timestamp()) OR (
    ${uploads.createdAt} < now() - make_interval(secs => ${olderThanMs / 1000})
    AND NOT EXISTS (
      SELECT 1 FROM users
      WHERE (users.id = ${uploads.userId} OR users.household_id = ${uploads.userId})
        AND strpos(users.avatar_url, ${uploads.cid}) > 0
    )
    AND NOT EXISTS (
      SELECT 1 FROM profiles
      WHERE profiles.user_id = ${uploads.userId} AND strpos(profiles.banner_image, ${uploads.cid}) > 0
    )
  )))`;
}

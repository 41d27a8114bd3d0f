import { and, eq, ne, sql } from "drizzle-orm";
import { AppError } from "~/errors/app-error";
import { contentId } from "~/media/storage/content-id";
import type { StoredFiles } from "~/media/storage/stored-files";
import type { Database, Transaction } from "~db/client.server";
import { uploads } from "~db/schema";
import { collectUploads } from "./collect-uploads.server";
import { lockFile } from "./lock-file.server";

interface Tools {
  db: Database;
  storage: StoredFiles;
  /** How many bytes of files a person may have. */
  quotaBytes: number;
}

/** When the quota is used up, pictures that have not been shown for this long make room. */
const MAKE_ROOM_AFTER_MS = 10 * 60_000;

/**
 * Stores a picture for a person and answers its public address. The same picture again is the same file. Throws `AppError` "too-large" when the person's
 * quota is used up, and `StorageFailed`.
 */
export async function storeUpload(
  tools: Tools,
  { userId, bytes, contentType }: { userId: string; bytes: Uint8Array; contentType: string },
): Promise<string> {
  const { db, storage } = tools;
  const claim = () =>
    db.transaction((tx) =>
      claimRoom(tx, {
        userId,
        cid: contentId(bytes),
        size: bytes.byteLength,
        quotaBytes: tools.quotaBytes,
      }),
    );
  let id = await claim();
  if (id === null && (await collectUploads(tools, { userId, olderThanMs: MAKE_ROOM_AFTER_MS })) > 0)
    id = await claim();
  if (id === null)
    throw new AppError(
      "too-large",
      `Your pictures may take ${Math.round(tools.quotaBytes / 1024 / 1024)} MB together, and this one would take more.`,
    );
  const { url } = await storage.put(bytes, contentType);
  await db.update(uploads).set({ url }).where(eq(uploads.id, id));
  return url;
}

/** Writes down that the person has the file, before it is there. Null when it would be too much. */
async function claimRoom(
  tx: Transaction,
  {
    userId,
    cid,
    size,
    quotaBytes,
  }: { userId: string; cid: string; size: number; quotaBytes: number },
): Promise<string | null> {
  await lockFile(tx, cid);
  await lockFile(tx, userId);
  const [used] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)::float8` })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), ne(uploads.cid, cid)));
  if ((used?.bytes ?? 0) + size > quotaBytes) return null;
  const [row] = await tx
    .insert(uploads)
    .values({ userId, cid, bytes: size })
    .onConflictDoUpdate({ target: [uploads.userId, uploads.cid], set: { createdAt: sql`now()` } })
    .returning({ id: uploads.id });
  return row?.id ?? null;
}

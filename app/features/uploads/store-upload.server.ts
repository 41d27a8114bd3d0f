import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, ne, sql } from "drizzle-orm";
import { AppError, Busy } from "~/errors/app-error";
import { contentId } from "~/media/storage/content-id";
import type { FileStorage } from "~/media/storage/file-storage";
import { takeTextLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { uploads } from "~db/schema";
import { deleteUnusedUploads } from "./delete-unused-uploads.server";
import { isRemoving } from "./upload-removal.server";

interface Tools {
  db: Database;
  storage: FileStorage;
  quotaBytes: number;
}

interface Claim {
  userId: string;
  cid: string;
  size: number;
  quotaBytes: number;
}

const MAKE_ROOM_AFTER_MS = 10 * 60_000;
/** Milliseconds between two looks at a removal of the same file, for ten seconds in all. */
const WAIT_MS = 200;
const MAX_WAITS = 50;
const RETRY_AFTER_SECONDS = 30;

/** Returns the public URL. Throws `StorageFailed`, `Busy`, and "too-large" over the quota. */
export async function storeUpload(
  tools: Tools,
  { userId, bytes, contentType }: { userId: string; bytes: Uint8Array; contentType: string },
): Promise<string> {
  const { db, storage } = tools;
  const claim = () =>
    reserve(db, {
      userId,
      cid: contentId(bytes),
      size: bytes.byteLength,
      quotaBytes: tools.quotaBytes,
    });
  let id = await claim();
  if (
    id === null &&
    (await deleteUnusedUploads(tools, { userId, olderThanMs: MAKE_ROOM_AFTER_MS })) > 0
  )
    id = await claim();
  if (id === null)
    throw new AppError("too-large", {
      key: "image.quota",
      values: { megabytes: Math.round(tools.quotaBytes / 1024 / 1024) },
    });
  const { url } = await storage.put(bytes, contentType);
  await db
    .update(uploads)
    .set({ url })
    .where(and(eq(uploads.userId, userId), eq(uploads.id, id)));
  return url;
}

/**
 * Reserves space before the file is stored, once no file of the same content is being removed.
 * Returns null over the quota. Throws `Busy` when the removal takes long.
 */
async function reserve(db: Database, claim: Claim): Promise<string | null> {
  for (let waits = 0; waits <= MAX_WAITS; waits += 1) {
    if (waits > 0) await sleep(WAIT_MS);
    const id = await db.transaction(async (tx) => {
      await takeTextLock(tx, "upload", claim.cid);
      return (await isRemoving(tx, claim.cid)) ? undefined : reserveQuota(tx, claim);
    });
    if (id !== undefined) return id;
  }
  throw new Busy("image.busyUploading", RETRY_AFTER_SECONDS);
}

async function reserveQuota(
  tx: Transaction,
  { userId, cid, size, quotaBytes }: Claim,
): Promise<string | null> {
  await takeTextLock(tx, "upload", userId);
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

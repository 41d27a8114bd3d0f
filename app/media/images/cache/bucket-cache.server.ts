import type { S3Bucket } from "~/config/storage";
import { createSemaphore } from "~/concurrency/semaphore";
import { Busy, Invalid } from "~/errors/app-error";
import { rootErrorMessage } from "~/errors/error-message";
import { createS3Client } from "~/media/storage/s3-client.server";
import type { Log } from "~/observability/log.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { sniffImageType } from "~/media/images/transform/image-type";
import { decodeEntry, encodeEntry, isFresh, type CachedImage } from "./entry-file";

/** Shared by all instances. Caches nothing while the bucket fails. */
export interface BucketCache {
  /** Returns null if the image is missing, expired, damaged or too slow. Never rejects. */
  get(name: string): Promise<CachedImage | null>;
  /** Never rejects. */
  put(name: string, image: CachedImage): Promise<void>;
}

interface Options {
  bucket: S3Bucket;
  /**
   * Where the names of all objects start. Ends with a slash. A lifecycle rule of the bucket deletes
   * what is under it.
   */
  prefix: string;
  maxAgeMs: number;
  /** May reach the bucket's host. */
  outbound: Pick<Outbound, "fetch">;
  log: Log;
  now?: () => number;
  readDeadlineMs?: number;
  pauseMs?: number;
}

/** A conversion seldom takes longer. */
const READ_DEADLINE_MS = 1_500;
const WRITE_DEADLINE_MS = 30_000;
/** After a failure, so that a bucket that is away delays few requests. */
const PAUSE_MS = 30_000;
const MAX_ENTRY_BYTES = 16 * 1024 * 1024;
/** Beyond this, writes are dropped. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
const MAX_WRITERS = 4;

/** Names are 64 hexadecimal digits. */
export function createBucketCache({
  bucket,
  prefix,
  maxAgeMs,
  outbound,
  log,
  now = Date.now,
  readDeadlineMs = READ_DEADLINE_MS,
  pauseMs = PAUSE_MS,
}: Options): BucketCache {
  const client = { ...bucket, outbound, maxBytes: MAX_ENTRY_BYTES };
  const read = createS3Client({ ...client, deadlineMs: readDeadlineMs });
  const write = createS3Client({ ...client, deadlineMs: WRITE_DEADLINE_MS });
  const writers = createSemaphore({ limit: MAX_WRITERS });
  let pendingBytes = 0;
  let pausedUntil = -Infinity;

  function pause(error: unknown): void {
    if (isPaused()) return;
    pausedUntil = now() + pauseMs;
    log.warn(
      { err: rootErrorMessage(error), bucket: bucket.bucket },
      "the image cache cannot use its bucket; images are served without it",
    );
  }

  const isPaused = () => now() < pausedUntil;

  async function store(name: string, bytes: Uint8Array): Promise<void> {
    if (isPaused()) return;
    try {
      const { status } = await write({ method: "PUT", key: prefix + name, body: bytes });
      if (status !== 200) throw new Error(`PUT responded with ${status}`);
    } catch (error) {
      pause(error);
    }
  }

  return {
    async get(name) {
      if (isPaused()) return null;
      try {
        const { status, body } = await read({ method: "GET", key: prefix + name });
        if (status === 200) {
          const image = decodeEntry(body);
          return image !== null && isFresh(image.createdAt, now(), maxAgeMs) && isImage(image)
            ? image
            : null;
        }
        // Without the right to list, S3 responds with 403 to what is missing.
        if (status !== 404 && status !== 403) throw new Error(`GET responded with ${status}`);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        // Our overload and one object's size are not the bucket's failure.
        if (!(cause instanceof Busy) && !(cause instanceof Invalid)) pause(error);
      }
      return null;
    },
    async put(name, image) {
      const { byteLength } = image.body;
      if (isPaused() || pendingBytes + byteLength > MAX_PENDING_BYTES) return;
      const bytes = encodeEntry(image);
      if (bytes.byteLength > MAX_ENTRY_BYTES) return;
      pendingBytes += byteLength;
      await writers.run(() => store(name, bytes));
      pendingBytes -= byteLength;
    },
  };
}

/** Others may write into the bucket; sources are of any type that the decoder takes. */
function isImage({ body, contentType }: CachedImage): boolean {
  const type = sniffImageType(body);
  return type !== null && ["application/octet-stream", `image/${type}`].includes(contentType);
}

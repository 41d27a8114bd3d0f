import { createHash } from "node:crypto";
import { z } from "zod";

export interface CachedImage {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly createdAt: number;
  readonly etag: string;
}

const headSchema = z.object({
  v: z.literal(1),
  contentType: z.string(),
  createdAt: z.number(),
  length: z.number(),
  sha256: z.string(),
});
const MAX_HEAD_BYTES = 512;
const CLOCK_TOLERANCE_MS = 60_000;

/** Whether an image is fresh; false for those from the future, as after setting the clock back. */
export function isFresh(createdAt: number, now: number, maxAgeMs: number): boolean {
  return createdAt + maxAgeMs > now && createdAt <= now + CLOCK_TOLERANCE_MS;
}

export function cachedImage(body: Uint8Array, contentType: string, createdAt: number): CachedImage {
  return {
    body,
    contentType,
    createdAt,
    etag: `"${sha256(body).toString("base64url").slice(0, 27)}"`,
  };
}

/** A line of JSON with length and checksum, then the body. */
export function encodeEntry({ body, contentType, createdAt }: CachedImage): Buffer {
  const head = JSON.stringify({
    v: 1,
    contentType,
    createdAt,
    length: body.byteLength,
    sha256: sha256(body).toString("hex"),
  });
  return Buffer.concat([Buffer.from(`${head}\n`), body]);
}

/** Parses a file of the cache; null if it is incomplete or damaged. */
export function decodeEntry(file: Buffer): CachedImage | null {
  const end = file.subarray(0, MAX_HEAD_BYTES).indexOf("\n");
  const head = end === -1 ? null : headSchema.safeParse(parse(file.toString("utf8", 0, end)));
  if (head?.success !== true) return null;
  const { contentType, createdAt, length, sha256: checksum } = head.data;
  const body = file.subarray(end + 1);
  if (body.byteLength !== length) return null;
  const digest = sha256(body);
  if (digest.toString("hex") !== checksum) return null;
  return { body, contentType, createdAt, etag: `"${digest.toString("base64url").slice(0, 27)}"` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

import { createHash } from "node:crypto";
import { z } from "zod";

/** One kept answer. */
export interface CachedImage {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** When it was made, in milliseconds since 1970. */
  readonly createdAt: number;
  /** A strong validator of the body, quotes included. */
  readonly etag: string;
}

const headSchema = z.object({
  v: z.literal(1),
  contentType: z.string(),
  createdAt: z.number(),
  length: z.number(),
  sha256: z.string(),
});
/** The head is one line; a longer first line is not one of ours. */
const MAX_HEAD_BYTES = 512;

/** An answer with its strong validator. */
export function cachedImage(body: Uint8Array, contentType: string, createdAt: number): CachedImage {
  return {
    body,
    contentType,
    createdAt,
    etag: `"${sha256(body).toString("base64url").slice(0, 27)}"`,
  };
}

/** The bytes of a file that holds the answer: a line that describes and seals it, then its body. */
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

/** The answer that a file holds, or null when the file is not complete and unharmed. */
export function decodeEntry(file: Buffer): CachedImage | null {
  const end = file.subarray(0, MAX_HEAD_BYTES).indexOf("\n");
  const head = end === -1 ? null : headSchema.safeParse(parse(file.toString("utf8", 0, end)));
  if (head?.success !== true) return null;
  const { contentType, createdAt, length, sha256: sealed } = head.data;
  const body = file.subarray(end + 1);
  if (body.byteLength !== length) return null;
  const digest = sha256(body);
  if (digest.toString("hex") !== sealed) return null;
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

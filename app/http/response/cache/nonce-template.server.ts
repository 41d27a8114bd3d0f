import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { promisify } from "node:util";
import {
  brotliDecompress,
  constants,
  crc32,
  createBrotliCompress,
  deflateRaw,
  type BrotliCompress,
} from "node:zlib";
import type { Encoding } from "./compress.server";

const decompressBrotli = promisify(brotliDecompress);
const deflate = promisify(deflateRaw);

/** Base64 of 16 bytes: the padding never changes. */
const NONCE_LENGTH = 24;
const VARIABLE_LENGTH = 22;
/** Without context modelling: bytes after a nonce must not depend on it. */
const BROTLI_QUALITY = 4;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A stored block (RFC 1951 section 3.2.4) that is not the last. */
const STORED_BLOCK = Buffer.from([0, VARIABLE_LENGTH, 0, 0xff - VARIABLE_LENGTH, 0xff]);

/** A page's bytes with places for its nonce. */
export interface NonceTemplate {
  /** With another nonce of 24 characters. */
  fill(nonce: string): Buffer;
  /**
   * Compressed once: the nonces lie uncompressed between compressed parts. Null if the encoder
   * does otherwise.
   */
  compress(encoding: Encoding): Promise<NonceTemplate | null>;
  readonly byteLength: number;
}

export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

export function createNonceTemplate(html: Uint8Array, nonce: string): NonceTemplate {
  const bytes = Buffer.from(html);
  const places = findAll(bytes, Buffer.from(nonce.slice(0, VARIABLE_LENGTH)));
  const template: NonceTemplate = {
    ...filledAt(bytes, places),
    async compress(encoding) {
      if (nonce.length !== NONCE_LENGTH || !nonce.endsWith("==")) return null;
      return encoding === "gzip"
        ? compressGzip(bytes, places, template)
        : compressBrotli(bytes, places, template);
    },
  };
  return template;
}

function filledAt(bytes: Buffer, places: readonly number[]): Omit<NonceTemplate, "compress"> {
  return {
    byteLength: bytes.byteLength,
    fill(nonce) {
      const filled = Buffer.from(bytes);
      for (const place of places) filled.write(nonce.slice(0, VARIABLE_LENGTH), place, "latin1");
      return filled;
    },
  };
}

const compressedOnce = { compress: () => Promise.resolve(null) };

/** Parts end with a full flush (RFC 1951), so none refers to another. */
async function compressGzip(
  bytes: Buffer,
  places: readonly number[],
  plain: NonceTemplate,
): Promise<NonceTemplate> {
  const parts: Buffer[] = [GZIP_HEADER];
  const compressedPlaces: number[] = [];
  let length = GZIP_HEADER.byteLength;
  const append = (part: Buffer) => {
    parts.push(part);
    length += part.byteLength;
  };
  let start = 0;
  for (const place of places) {
    append(
      await deflate(bytes.subarray(start, place), {
        finishFlush: constants.Z_FULL_FLUSH,
        level: 6,
      }),
    );
    append(STORED_BLOCK);
    compressedPlaces.push(length);
    start = place + VARIABLE_LENGTH;
    append(bytes.subarray(place, start));
  }
  append(await deflate(bytes.subarray(start), { level: 6 }));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(bytes.byteLength >>> 0, 4);
  append(trailer);
  const { fill, byteLength } = filledAt(Buffer.concat(parts), compressedPlaces);
  return {
    ...compressedOnce,
    byteLength,
    fill(nonce) {
      const filled = fill(nonce);
      filled.writeUInt32LE(crc32(plain.fill(nonce)), byteLength - 8);
      return filled;
    },
  };
}

/** Incompressible bytes in their own block become an uncompressed one (RFC 7932 section 9.2). */
async function compressBrotli(
  bytes: Buffer,
  places: readonly number[],
  plain: NonceTemplate,
): Promise<NonceTemplate | null> {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const markers = places.map(() => randomBytes(VARIABLE_LENGTH));
  let start = 0;
  for (const [index, place] of places.entries()) {
    await writeBlock(stream, bytes.subarray(start, place));
    await writeBlock(stream, markers[index] as Buffer);
    start = place + VARIABLE_LENGTH;
  }
  stream.end(bytes.subarray(start));
  await once(stream, "end");
  const compressed = Buffer.concat(chunks);
  const template = filledAt(
    compressed,
    markers.map((marker) => compressed.indexOf(marker)),
  );
  return (await holds(template, plain)) ? { ...template, ...compressedOnce } : null;
}

async function holds(
  template: Pick<NonceTemplate, "fill">,
  plain: Pick<NonceTemplate, "fill">,
): Promise<boolean> {
  for (const nonce of [createNonce(), createNonce()]) {
    try {
      const decompressed = await decompressBrotli(template.fill(nonce));
      if (!decompressed.equals(plain.fill(nonce))) return false;
    } catch {
      return false;
    }
  }
  return true;
}

function writeBlock(stream: BrotliCompress, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once("error", reject);
    stream.write(bytes);
    stream.flush(() => {
      stream.off("error", reject);
      resolve();
    });
  });
}

function findAll(bytes: Buffer, needle: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + needle.length))
    places.push(at);
  return places;
}

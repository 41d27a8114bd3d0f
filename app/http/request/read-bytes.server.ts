import { AppError, Cancelled } from "~/errors/app-error";

export interface BodyLimits {
  /** Everything but files and base64. */
  text: number;
  /** Bytes of all files; by default, files count as text. */
  files?: number;
  /** Bytes of base64, which arrives as `Base64Content`. */
  base64?: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = { text: 64 * 1024 };

/** Texts that are longer are decoded as base64 where allowed. */
export const MAX_SHORT_TEXT = 8 * 1024;

/** API bodies have at most four levels. */
export const JSON_LIMITS = { maxDepth: 32, maxValues: 10_000 };

/** Bulk changes name up to 500 titles. */
export const MAX_FORM_FIELDS = 1_000;

export const MAX_PART_HEADER_BYTES = 4 * 1024;

export function totalBytes({ text, files = 0, base64 = 0 }: BodyLimits): number {
  return text + files + base64;
}

export function bodyTooLarge(limit: number): AppError {
  return new AppError("too-large", { key: "body.tooLarge", values: { limit } });
}

const CHUNK_BYTES = 64 * 1024;
/** A one-byte chunk costs a hundred. */
const MAX_PENDING_CHUNKS = 256;

const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 3_000;

/**
 * Counts what arrives, not what is declared. Discards the rest when the reader stops. Throws
 * `Cancelled` if the client disconnects.
 */
export async function* readChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const reader = request.body.getReader();
  let size = Number(request.headers.get("content-length") ?? 0);
  let isEnded = false;
  const joined = createJoiner();
  try {
    if (size > limit) throw bodyTooLarge(limit);
    size = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > limit) throw bodyTooLarge(limit);
      joined.add(read.value);
      if (joined.isFull()) yield joined.take();
    }
    isEnded = true;
    if (!joined.isEmpty()) yield joined.take();
  } catch (error) {
    // A disconnect's error code would look like the database's.
    throw error instanceof AppError ? error : new Cancelled();
  } finally {
    if (!isEnded) await drainRest(reader);
  }
}

function createJoiner() {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    add(chunk: Uint8Array): void {
      chunks.push(chunk);
      bytes += chunk.byteLength;
    },
    isEmpty: () => bytes === 0,
    isFull: () => bytes >= CHUNK_BYTES || chunks.length >= MAX_PENDING_CHUNKS,
    take(): Uint8Array {
      const [first] = chunks;
      const joined = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
      return joined;
    },
  };
}

/** A client that is still sending would see a reset instead of the response. */
async function drainRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_DRAIN_MS);
  });
  let drained = 0;
  while (drained < MAX_DRAINED_BYTES) {
    const next = reader.read().catch(() => null);
    const read = await Promise.race([next, tooLate]);
    if (read === null || read.done) break;
    drained += read.value.byteLength;
  }
  clearTimeout(timer);
}

/** `count` may throw. Throws `Cancelled` if the client disconnects. */
export async function readBytes(
  request: Request,
  limit: number,
  count?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(request, limit)) {
    count?.(chunk.byteLength);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

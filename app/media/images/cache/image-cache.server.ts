import { createHash } from "node:crypto";
import type { Log } from "~/observability/log.server";
import { createByteLru } from "./byte-lru";
import { createDiskCache } from "./disk-cache.server";
import { cachedImage, type CachedImage } from "./entry-file";

/** Answers by what was asked for: in memory for those that are asked for often, on disk for all. */
export interface ImageCache {
  /** The answer if it is in memory; it costs nothing to ask. */
  peek(key: string): CachedImage | null;
  /** The answer from memory or disk, or null. Never rejects. */
  get(key: string): Promise<CachedImage | null>;
  /** Keeps an answer that was made just now. It is in memory at once and on disk a little later. */
  put(key: string, body: Uint8Array, contentType: string): CachedImage;
  /** Resolves when everything that was put is on disk or given up. */
  settled(): Promise<void>;
  /** Bytes on disk. */
  readonly diskBytes: number;
}

interface Options {
  folder: string;
  maxDiskBytes: number;
  maxMemoryBytes: number;
  maxAgeMs: number;
  log: Log;
  now?: () => number;
}

/** What an entry costs beside its bytes. */
const ENTRY_OVERHEAD = 512;

/** A key may be any text; its SHA-256 names the file, so that nothing a visitor writes ever is a path. */
export function createImageCache({
  folder,
  maxDiskBytes,
  maxMemoryBytes,
  maxAgeMs,
  log,
  now = Date.now,
}: Options): ImageCache {
  const memory = createByteLru<CachedImage>({ maxBytes: maxMemoryBytes });
  const disk = createDiskCache({ folder, maxBytes: maxDiskBytes, maxAgeMs, log, now });
  const writing = new Set<Promise<void>>();

  const remember = (key: string, image: CachedImage): void =>
    memory.set(key, image, image.body.byteLength + 2 * key.length + ENTRY_OVERHEAD);

  function peek(key: string): CachedImage | null {
    const image = memory.get(key);
    if (image === undefined) return null;
    if (image.createdAt + maxAgeMs > now()) return image;
    memory.delete(key);
    return null;
  }

  return {
    peek,
    async get(key) {
      const known = peek(key);
      if (known !== null) return known;
      const stored = await disk.get(fileName(key));
      if (stored !== null) remember(key, stored);
      return stored;
    },
    put(key, body, contentType) {
      const image = cachedImage(body, contentType, now());
      remember(key, image);
      const write = disk.put(fileName(key), image).finally(() => writing.delete(write));
      writing.add(write);
      return image;
    },
    async settled() {
      await Promise.all(writing);
    },
    get diskBytes() {
      return disk.bytes;
    },
  };
}

function fileName(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

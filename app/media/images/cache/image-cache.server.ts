import { createHash } from "node:crypto";
import { createByteCache, type CacheUsage } from "~/caching/byte-cache";
import type { Log } from "~/observability/log.server";
import { createDiskCache } from "./disk-cache.server";
import { cachedImage, isFresh, type CachedImage } from "./entry-file";

export interface ImageCache {
  peek(key: string): CachedImage | null;
  get(key: string): Promise<CachedImage | null>;
  put(key: string, body: Uint8Array, contentType: string): CachedImage;
  /** Resolves when all pending writes have ended. */
  settled(): Promise<void>;
  clear(): Promise<void>;
  readonly diskBytes: number;
  /** How its memory is used. */
  readonly usage: CacheUsage;
}

interface Options {
  folder: string;
  maxDiskBytes: number;
  maxMemoryBytes: number;
  maxAgeMs: number;
  log: Log;
  now?: () => number;
}

/** Images above this share would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 4;
const ENTRY_OVERHEAD = 512;

/** Keys may hold user input: files are named by their SHA-256. */
export function createImageCache({
  folder,
  maxDiskBytes,
  maxMemoryBytes,
  maxAgeMs,
  log,
  now = Date.now,
}: Options): ImageCache {
  const memory = createByteCache<CachedImage>(maxMemoryBytes, { maxEntryShare: MAX_ENTRY_SHARE });
  const disk = createDiskCache({ folder, maxBytes: maxDiskBytes, maxAgeMs, log, now });
  const writing = new Set<Promise<void>>();

  const setInMemory = (key: string, image: CachedImage): void =>
    memory.set(key, image, image.body.byteLength + 2 * key.length + ENTRY_OVERHEAD);

  function track(work: Promise<void>): void {
    const write = work.finally(() => writing.delete(write));
    writing.add(write);
  }

  function peek(key: string): CachedImage | null {
    const image = memory.get(key);
    if (image === undefined) return null;
    if (isFresh(image.createdAt, now(), maxAgeMs)) return image;
    memory.delete(key);
    return null;
  }

  return {
    peek,
    async get(key) {
      const cached = peek(key);
      if (cached !== null) return cached;
      const stored = await disk.get(fileName(key));
      if (stored !== null) setInMemory(key, stored);
      return stored;
    },
    put(key, body, contentType) {
      const image = cachedImage(body, contentType, now());
      setInMemory(key, image);
      track(disk.put(fileName(key), image));
      return image;
    },
    async settled() {
      await Promise.all(writing);
    },
    async clear() {
      await Promise.all(writing);
      memory.clear();
      await disk.clear();
    },
    get diskBytes() {
      return disk.bytes;
    },
    get usage() {
      return memory.usage;
    },
  };
}

function fileName(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

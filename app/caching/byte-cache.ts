import { LRUCache } from "lru-cache";

/** What a cache holds, and how often it was used since the process started. */
export interface CacheUsage {
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

/** Holds values up to a number of bytes, and evicts the least recently used ones beyond it. */
export interface ByteCache<Value> {
  /** Counts as a use, unlike `peek`. */
  get(key: string): Value | undefined;
  peek(key: string): Value | undefined;
  /** Replaces the value and its size. `bytes` is at least 1. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  clear(): void;
  entries(): Iterable<[string, Value]>;
  readonly maxEntryBytes: number;
  readonly usage: CacheUsage;
}

interface ByteCacheOptions<Value> {
  /** A larger value would evict too many others, and is not kept. */
  maxEntryShare?: number;
  /**
   * Whether a value that is larger than the cache takes the place of all others instead, and counts
   * as the whole cache. For values that take long to make.
   */
  keepsLargest?: boolean;
  maxAgeMs?: number;
  now?: () => number;
  onEvict?: (value: Value, key: string) => void;
}

export function createByteCache<Value extends object | string>(
  maxBytes: number,
  {
    maxEntryShare = 1,
    keepsLargest = false,
    maxAgeMs = 0,
    now = () => performance.now(),
    onEvict,
  }: ByteCacheOptions<Value> = {},
): ByteCache<Value> {
  let hits = 0;
  let misses = 0;
  let evictions = 0;
  const maxEntryBytes = Math.floor(maxBytes * maxEntryShare);
  const values = new LRUCache<string, Value>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now },
    dispose(value, key, reason) {
      if (reason !== "evict") return;
      evictions += 1;
      onEvict?.(value, key);
    },
  });
  return {
    maxEntryBytes,
    get(key) {
      const value = values.get(key);
      if (value === undefined) misses += 1;
      else hits += 1;
      return value;
    },
    peek: (key) => values.peek(key),
    set(key, value, bytes) {
      // LRUCache keeps the size of a value that is set again.
      values.delete(key);
      values.set(key, value, { size: keepsLargest ? Math.min(bytes, maxEntryBytes) : bytes });
    },
    delete: (key) => void values.delete(key),
    clear: () => values.clear(),
    entries: () => values.entries(),
    get usage() {
      return { bytes: values.calculatedSize, hits, misses, evictions };
    },
  };
}

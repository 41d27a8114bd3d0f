import { LRUCache } from "lru-cache";

/** Larger values would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 4;

export function createByteCache<Value extends object | string>(
  maxBytes: number,
  onEvict?: (value: Value, key: string) => void,
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes * MAX_ENTRY_SHARE),
    dispose: (value, key, reason) => {
      if (reason === "evict") onEvict?.(value, key);
    },
  });
}

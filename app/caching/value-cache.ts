import { createByteCache, type CacheUsage } from "./byte-cache";
import { estimateBytes } from "./value-size";

export interface ValueCache<Value> {
  /** Makes a value once for concurrent requests; failures are not cached. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  clear(): void;
  /** The usage, whose bytes are an estimate. */
  readonly usage: CacheUsage;
}

/** Bytes that are counted for the key, the promise and the entry itself. */
const ENTRY_BYTES = 512;

/** Caches values of one kind, and evicts the least recently used above `maxBytes`. */
export function createValueCache<Value>(maxBytes: number): ValueCache<Value> {
  const values = createByteCache<Promise<Value>>(maxBytes, { keepsLargest: true });

  function set(key: string, value: Promise<Value>, bytes: number): void {
    values.set(key, value, ENTRY_BYTES + 2 * key.length + bytes);
  }

  return {
    get(key, make) {
      const cached = values.get(key);
      if (cached !== undefined) return cached;
      const value = make();
      set(key, value, 0);
      value.then(
        (made) => {
          if (values.peek(key) === value) set(key, value, estimateBytes(made));
        },
        () => {
          if (values.peek(key) === value) values.delete(key);
        },
      );
      return value;
    },
    clear: () => values.clear(),
    get usage() {
      return values.usage;
    },
  };
}

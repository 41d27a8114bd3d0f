/** Bytes that are counted for an entry and its value, beside the key. */
const ENTRY_BYTES = 256;

/**
 * Options of an `LRUCache` whose values are small and whose keys may be long, such as URLs and
 * paths: it evicts entries beyond `maxBytes`. `CACHE_MB` does not count such caches;
 * docs/operating.md says what they come to.
 */
export function smallValues(maxBytes: number) {
  return {
    maxSize: maxBytes,
    sizeCalculation: (_: unknown, key: string) => ENTRY_BYTES + 2 * key.length,
  };
}

import { createByteCache, type CacheUsage } from "./byte-cache";

/** The keys that requests stand for, by their text as sent: what is found need not be parsed. */
export interface KeyCache {
  get(text: string): string | undefined;
  /** Keeps no long text, which is rarely sent twice. */
  set(text: string, key: string): void;
  readonly usage: CacheUsage;
}

const MAX_TEXT_LENGTH = 1_000;
/** Bytes that are counted for a place in a map. */
const ENTRY_BYTES = 128;

export function createKeyCache(maxBytes: number): KeyCache {
  const keys = createByteCache<string>(maxBytes);
  return {
    get: (text) => keys.get(text),
    set(text, key) {
      if (text.length <= MAX_TEXT_LENGTH)
        keys.set(text, key, ENTRY_BYTES + 2 * (text.length + key.length));
    },
    get usage() {
      return keys.usage;
    },
  };
}

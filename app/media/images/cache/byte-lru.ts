/** Values by key within a number of bytes; the one that was used longest ago leaves first. */
export interface ByteLru<Value> {
  get(key: string): Value | undefined;
  /** Whether a value of this size may be kept at all: one that alone would push out most of the others may not. */
  fits(bytes: number): boolean;
  /** Keeps a value that fits; another leaves at once. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  /** Bytes held, by what `set` was told. */
  readonly bytes: number;
}

interface Options<Value> {
  maxBytes: number;
  /** Told of each value that leaves to make room. */
  onEvict?: (key: string, value: Value) => void;
}

/** A single value larger than this share would push out too much of everything else. */
const LARGEST_SHARE = 1 / 4;

export function createByteLru<Value>({ maxBytes, onEvict }: Options<Value>): ByteLru<Value> {
  // Insertion order is order of use: the first entry is the one that was used longest ago.
  const entries = new Map<string, { value: Value; bytes: number }>();
  let held = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    held -= entry.bytes;
  }

  const fits = (bytes: number): boolean => bytes <= maxBytes * LARGEST_SHARE;

  return {
    fits,
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (!fits(bytes)) return onEvict?.(key, value);
      entries.set(key, { value, bytes });
      held += bytes;
      for (const [oldest, entry] of entries) {
        if (held <= maxBytes) return;
        remove(oldest);
        onEvict?.(oldest, entry.value);
      }
    },
    delete: remove,
    get bytes() {
      return held;
    },
  };
}

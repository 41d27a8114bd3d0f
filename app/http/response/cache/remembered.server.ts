/** What pages ask for again and again, kept until the catalog changes. */
export interface Remembered {
  /** The value of a key: the one kept, the one that is being made, or a new one. A failure is not kept. */
  get<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Forgets everything; what is being made at the moment is handed out but not kept. */
  clear(): void;
}

/** Keeps up to `most` values and forgets what was not asked for the longest. Every key has to belong to one type. */
export function createRemembered(most: number): Remembered {
  const kept = new Map<string, Promise<unknown>>();
  return {
    get<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      kept.delete(key);
      const value = known ?? make();
      kept.set(key, value);
      if (known === undefined) {
        value.catch(() => {
          if (kept.get(key) === value) kept.delete(key);
        });
        const oldest = kept.size > most ? kept.keys().next() : null;
        if (oldest !== null && oldest.done !== true) kept.delete(oldest.value);
      }
      // Whoever asks for a key names its type; a key is used in one place.
      return value as Promise<T>;
    },
    clear() {
      kept.clear();
    },
  };
}

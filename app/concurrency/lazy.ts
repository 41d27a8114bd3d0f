/** A value that is created by its first use. */
export interface Lazy<Value> {
  /** A failure is not kept: the next use tries again. */
  get(): Promise<Value>;
  /** Waits for a creation under way; null without one. */
  getCreated(): Promise<Value | null>;
}

export function createLazy<Value>(create: () => Promise<Value>): Lazy<Value> {
  let created: Promise<Value> | null = null;
  return {
    get() {
      if (created !== null) return created;
      const creating = create();
      created = creating;
      creating.catch(() => (created = null));
      return creating;
    },
    getCreated: async () => created?.catch(() => null) ?? null,
  };
}

/** Returns what creates a value when it is first called, and later gives the same one. */
export function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  const lazy = createLazy(create);
  return () => lazy.get();
}

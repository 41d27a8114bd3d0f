import { LRUCache } from "lru-cache";

export interface ValueCache {
  /** Single flight; failures are not cached. */
  get<T>(key: string, make: () => Promise<T>): Promise<T>;
  clear(): void;
}

export function createValueCache(max: number): ValueCache {
  const cache = new LRUCache<string, Promise<unknown>>({ max });
  return {
    get<T>(key: string, make: () => Promise<T>): Promise<T> {
      const cached = cache.get(key) as Promise<T> | undefined;
      if (cached !== undefined) return cached;
      const value = make();
      cache.set(key, value);
      value.catch(() => {
        if (cache.peek(key) === value) cache.delete(key);
      });
      return value;
    },
    clear() {
      cache.clear();
    },
  };
}

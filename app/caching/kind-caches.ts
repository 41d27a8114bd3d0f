import type { MemoryBudget, MemoryCacheName } from "./memory-budget";
import { createValueCache, type ValueCache } from "./value-cache";

declare const VALUE: unique symbol;

/** Names a cache and the type of its values. */
export interface CacheKind<Value> {
  readonly name: MemoryCacheName;
  readonly [VALUE]?: Value;
}

/** Each name is for one kind, next to what makes its values. */
export function cacheKind<Value>(name: MemoryCacheName): CacheKind<Value> {
  return { name };
}

/** A cache for each kind of value. */
export interface KindCaches {
  /** Makes a value once for concurrent requests; failures are not cached. */
  get<Value>(kind: CacheKind<Value>, key: string, make: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/** Builds the cache of a kind when it is first used. */
export function createKindCaches(budget: MemoryBudget): KindCaches {
  const caches = new Map<MemoryCacheName, ValueCache<unknown>>();
  const cacheOf = (name: MemoryCacheName) => {
    const cached = caches.get(name);
    if (cached !== undefined) return cached;
    const created = budget.add(name, createValueCache<unknown>);
    caches.set(name, created);
    return created;
  };
  return {
    // A name has one kind, so its cache has values of that type only.
    get: <Value>({ name }: CacheKind<Value>, key: string, make: () => Promise<Value>) =>
      cacheOf(name).get(key, make) as Promise<Value>,
    clear() {
      for (const cache of caches.values()) cache.clear();
    },
  };
}

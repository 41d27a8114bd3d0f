import type { CacheUsage } from "./byte-cache";

/** A cache that knows what it holds. */
export interface UsedCache {
  readonly usage: CacheUsage;
}

export interface NamedUsage extends CacheUsage {
  name: string;
  maxBytes: number;
}

/** Memory for caches, divided among them by fixed weights. */
export interface CacheBudget<Name extends string> {
  /** Builds a cache with its part of the memory, and counts it in `usage`. */
  add<Cache extends UsedCache>(name: Name, build: (maxBytes: number) => Cache): Cache;
  /** What each cache holds, in the order of the weights. */
  usage(): NamedUsage[];
}

const UNUSED: CacheUsage = { bytes: 0, hits: 0, misses: 0, evictions: 0 };

/** Divides `totalBytes` in proportion to `weights`. */
export function createCacheBudget<Name extends string>(
  totalBytes: number,
  weights: Readonly<Record<Name, number>>,
): CacheBudget<Name> {
  const names = Object.keys(weights) as Name[];
  const sum = names.reduce((total, name) => total + weights[name], 0);
  const maxBytesOf = (name: Name) => Math.floor((totalBytes * weights[name]) / sum);
  const caches = new Map<Name, UsedCache>();
  return {
    add(name, build) {
      const cache = build(maxBytesOf(name));
      caches.set(name, cache);
      return cache;
    },
    usage: () =>
      names.map((name) => ({
        name,
        maxBytes: maxBytesOf(name),
        ...(caches.get(name)?.usage ?? UNUSED),
      })),
  };
}

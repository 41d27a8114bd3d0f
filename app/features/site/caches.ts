/** Copies that can be made again, as owners see them. */
export const CACHE_NAMES = ["images", "titles", "pictures", "fingerprints", "encoded"] as const;
export type CacheName = (typeof CACHE_NAMES)[number];

export interface ClearableCache {
  /** On disk. */
  bytes(): Promise<number>;
  clear(): Promise<void>;
}

export type Caches = Record<CacheName, ClearableCache>;

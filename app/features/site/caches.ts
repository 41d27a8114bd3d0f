import type { ClearableCache } from "~/media/storage/folder-cache.server";

/** Caches on disk, as owners see them. */
export const CACHE_NAMES = ["images", "titles", "pictures", "fingerprints", "encoded"] as const;
export type CacheName = (typeof CACHE_NAMES)[number];

export type Caches = Record<CacheName, ClearableCache>;

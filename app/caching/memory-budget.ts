import { createCacheBudget, type CacheBudget } from "./cache-budget";

/**
 * How `CACHE_MB` is divided. What visitors can fill with keys of their choice is a cache of its
 * own, so that it evicts nothing else.
 */
const CACHE_WEIGHTS = {
  // One value each, or a few: what is read over the whole catalog.
  names: 1,
  "hidden-names": 1,
  "studio-names": 1,
  terms: 1,
  franchises: 4,
  "bitmap-places": 4,
  airing: 1,
  "playable-titles": 2,
  "library-titles": 2,
  facets: 1,
  "taste-choices": 1,
  // Pages for all visitors, keyed by time zone, season, title or search.
  seasons: 3,
  "season-pages": 2,
  similar: 3,
  // These are also keyed by what a user hides. All of Home is used again at each request.
  "home-rails": 6,
  "search-rails": 2,
  // The key of these excludes titles that the user hides.
  "own-facets": 1,
  "own-similar": 1,
  // Read over a user’s list, keyed by its version.
  statistics: 2,
  "year-reviews": 1,
  "watched-credits": 1,
  "list-years": 0.5,
  "list-tabs": 0.5,
  "history-counts": 0.5,
  "missed-sequels": 1,
  startable: 0.5,
  // A list of thousands of titles is megabytes.
  "search-names": 4,
  // Parts of the sitemap are megabytes.
  texts: 5,
  // Bytes to send. Images of other sites and of titles are on disk too.
  responses: 24,
  "response-keys": 1,
  pages: 24,
  covers: 24,
  images: 8,
  "image-keys": 1,
  titles: 6,
  // What playing media files reads again.
  subtitles: 5,
  "file-indexes": 3,
  "stream-files": 3,
} as const;

/** Metrics and `/admin/health` call the caches by these names. */
export type MemoryCacheName = keyof typeof CACHE_WEIGHTS;

/** Memory for everything that the process caches. */
export type MemoryBudget = CacheBudget<MemoryCacheName>;

export function createMemoryBudget(totalBytes: number): MemoryBudget {
  return createCacheBudget(totalBytes, CACHE_WEIGHTS);
}

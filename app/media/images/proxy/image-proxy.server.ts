import { LRUCache } from "lru-cache";
import { createByteBudget, type ByteBudget } from "~/concurrency/byte-budget";
import { createSingleFlight } from "~/concurrency/single-flight";
import { withFieldName } from "~/errors/with-field-name";
import { Busy } from "~/errors/app-error";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import { cachedImage, type CachedImage } from "~/media/images/cache/entry-file";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { checkSource, type SourceRules } from "~/outbound/source-rules";
import { DEADLINE_MS, fetchImage, requireImage, type FetchedImage } from "./fetch-image.server";
import { parseImageOptions, parseSourceUrl, type ImageOptions } from "./image-options";

/** Fetches, transforms and caches remote images. */
export interface ImageProxy {
  /** Synchronous on a memory hit. Throws what `fetchImage` throws. */
  get(request: ImageRequest): CachedImage | Promise<CachedImage>;
  /** Fetches an image without transforming it. The caller releases it. */
  fetchSource: (
    url: string,
    options: { maxBytes: number; ownOrigin?: string; signal: AbortSignal },
  ) => Promise<FetchedImage>;
  /** Transforms a request body, uncached. `read` reports the bytes as they arrive. */
  convert(
    read: (count: (bytes: number) => void) => Promise<Uint8Array>,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<CachedImage>;
}

export interface ImageRequest {
  /** The query string as sent. */
  rawQuery: string;
  /** Called on a miss only. */
  query: () => URLSearchParams;
  /** The request's public origin, rejected as a source. */
  ownOrigin: string;
  /** Aborts with the client. Called on a miss only. */
  signal: () => AbortSignal;
}

interface Parts {
  outbound: Pick<Outbound, "fetch">;
  rules: SourceRules;
  pool: TransformPool;
  cache: ImageCache;
  budget?: ByteBudget;
  /** Includes the body. */
  deadlineMs?: number;
  now?: () => number;
}

/** Raw query strings whose cache key is cached, to skip parsing. */
const MAX_RAW_QUERIES = 8_000;
const MAX_RAW_QUERY_LENGTH = 1_000;
const BUSY_RETRY_SECONDS = 2;
const MEGABYTE = 1024 * 1024;
/** New fetches queue above the soft limit; running ones fail above the hard limit. */
const FETCH_BUDGET = {
  soft: 32 * MEGABYTE,
  hard: 96 * MEGABYTE,
  maxQueue: 1_000,
  timeoutMs: 20_000,
  busy: () => new Busy("image.busyFetching", BUSY_RETRY_SECONDS),
};
/** Separate, so that slow uploads only delay other uploads. */
const UPLOAD_BUDGET = { ...FETCH_BUDGET, hard: 80 * MEGABYTE, maxQueue: 100 };

export function createImageProxy({
  outbound,
  rules,
  pool,
  cache,
  budget = createByteBudget(FETCH_BUDGET),
  deadlineMs = DEADLINE_MS,
  now = Date.now,
}: Parts): ImageProxy {
  const parts = { fetch: outbound.fetch.bind(outbound), budget, deadlineMs };
  const flights = createSingleFlight<CachedImage>();
  const keysByRawQuery = new LRUCache<string, string>({ max: MAX_RAW_QUERIES });
  const uploads = createByteBudget(UPLOAD_BUDGET);

  async function produce(
    key: string,
    url: string,
    options: ImageOptions,
    ownOrigin: string,
    signal: AbortSignal,
  ): Promise<CachedImage> {
    const stored = await cache.get(key);
    if (stored !== null) return stored;
    const source = await fetchImage(url, { ...parts, signal, ownOrigin });
    try {
      const image = await pool.transform(source.parts, taskOf(options), signal);
      return cache.put(key, image.body, image.contentType);
    } finally {
      source.release();
    }
  }

  return {
    get({ query: readQuery, rawQuery, ownOrigin, signal }) {
      const knownKey = keysByRawQuery.get(rawQuery);
      const hit = knownKey === undefined ? null : cache.peek(knownKey);
      if (hit !== null) return hit;
      const query = readQuery();
      const source = parseSourceUrl(query);
      const options = parseImageOptions(query);
      const url = checkSource(source, {
        ...rules,
        ownOrigins: [...rules.ownOrigins, ownOrigin],
      }).href;
      const key = keyOf(url, options);
      if (rawQuery.length <= MAX_RAW_QUERY_LENGTH) keysByRawQuery.set(rawQuery, key);
      return (
        cache.peek(key) ??
        flights.run(key, (shared) => produce(key, url, options, ownOrigin, shared), signal())
      );
    },
    fetchSource: (url, options) => fetchImage(url, { ...parts, ...options }),
    async convert(read, query, signal) {
      const options = parseImageOptions(query);
      const share = await uploads.enter(signal);
      try {
        const bytes = await read((count) => share.add(count));
        const image = await withFieldName("body", () => {
          requireImage(bytes);
          return pool.transform(bytes, taskOf(options), signal);
        });
        return cachedImage(image.body, image.contentType, now());
      } finally {
        share.release();
      }
    },
  };
}

function keyOf(url: string, { w, q, format }: ImageOptions): string {
  return `${format} q${q} w${w} ${url}`;
}

function taskOf({ w, q, format }: ImageOptions) {
  return { format, quality: q, width: w, crop: null, placeholder: false };
}

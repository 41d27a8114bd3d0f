import type { KeyCache } from "~/caching/key-cache";
import { createBoundedFlight } from "~/concurrency/bounded-flight";
import { createByteBudget, type ByteBudget } from "~/concurrency/byte-budget";
import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { withFieldName } from "~/errors/with-field-name";
import { Busy } from "~/errors/app-error";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import { cachedImage, type CachedImage } from "~/media/images/cache/entry-file";
import { imageSlot } from "~/media/images/image-slots";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { checkSource, type SourceRules } from "~/outbound/source-rules";
import { DEADLINE_MS, fetchImage, requireImage, type FetchedImage } from "./fetch-image.server";
import { parseImageOptions, parseSourceUrl, type ImageOptions } from "./image-options";

export interface ImageProxy {
  /** Synchronous on a memory hit. Throws what `fetchImage` throws. */
  get(request: ImageRequest): CachedImage | Promise<CachedImage>;
  /** Fetches an image as it is. The caller releases it. */
  fetchSource: (
    url: string,
    options: { maxBytes: number; ownOrigin?: string; client?: string; signal: AbortSignal },
  ) => Promise<FetchedImage>;
  /** Converts without a cache. `read` reports arriving bytes. */
  convert(
    read: (count: (bytes: number) => void) => Promise<Uint8Array>,
    query: URLSearchParams,
    options: { client: string; signal: AbortSignal },
  ): Promise<CachedImage>;
}

export interface ImageRequest {
  rawQuery: string;
  query: () => URLSearchParams;
  ownOrigin: string;
  client: string;
  signal: () => AbortSignal;
}

interface Parts {
  outbound: Pick<Outbound, "fetch">;
  rules: SourceRules;
  pool: TransformPool;
  cache: ImageCache;
  keysByRawQuery: KeyCache;
  slots: Semaphore;
  budget?: ByteBudget;
  deadlineMs?: number | undefined;
  now?: () => number;
}

const BUSY_RETRY_SECONDS = 2;
const MEGABYTE = 1024 * 1024;
/** New fetches queue above the soft limit; running ones fail above the hard one. */
const FETCH_BUDGET = {
  soft: 64 * MEGABYTE,
  hard: 128 * MEGABYTE,
  perClient: { soft: 16 * MEGABYTE, hard: 56 * MEGABYTE },
  maxQueue: 1_000,
  timeoutMs: 20_000,
  busy: () => new Busy("image.busyFetching", BUSY_RETRY_SECONDS),
};
/** Slow uploads only delay uploads. A client's slots hold at most 40 MB. */
const UPLOAD_BUDGET = {
  soft: 48 * MEGABYTE,
  hard: 96 * MEGABYTE,
  maxQueue: 100,
  timeoutMs: FETCH_BUDGET.timeoutMs,
  busy: FETCH_BUDGET.busy,
};
const UPLOAD_SLOTS = {
  limit: 16,
  limitPerClient: 4,
  maxPerClient: 32,
  maxQueue: 256,
  timeoutMs: FETCH_BUDGET.timeoutMs,
  busy: FETCH_BUDGET.busy,
};

export function createImageProxy({
  outbound,
  rules,
  pool,
  cache,
  keysByRawQuery,
  slots,
  budget = createByteBudget(FETCH_BUDGET),
  deadlineMs = DEADLINE_MS,
  now = Date.now,
}: Parts): ImageProxy {
  const parts = { fetch: outbound.fetch.bind(outbound), budget, deadlineMs };
  const flights = createBoundedFlight<CachedImage>(slots);
  const uploads = createByteBudget(UPLOAD_BUDGET);
  const uploadSlots = createSemaphore(UPLOAD_SLOTS);

  async function produce(
    key: string,
    url: string,
    options: ImageOptions,
    { ownOrigin, client }: Pick<ImageRequest, "ownOrigin" | "client">,
    signal: AbortSignal,
  ): Promise<CachedImage> {
    const stored = await cache.get(key);
    if (stored !== null) return stored;
    const source = await fetchImage(url, { ...parts, signal, ownOrigin, client });
    try {
      const image = await pool.transform(source.parts, taskOf(options), { signal, client });
      return cache.put(key, image.body, image.contentType);
    } finally {
      source.release();
    }
  }

  return {
    get({ query: readQuery, rawQuery, ownOrigin, client, signal }) {
      const cachedKey = keysByRawQuery.get(rawQuery);
      const hit = cachedKey === undefined ? null : cache.peek(cachedKey);
      if (hit !== null) return hit;
      const query = readQuery();
      const source = parseSourceUrl(query);
      const options = parseImageOptions(query);
      const url = checkSource(source, {
        ...rules,
        ownOrigins: [...rules.ownOrigins, ownOrigin],
      }).href;
      const key = keyOf(url, options);
      keysByRawQuery.set(rawQuery, key);
      return (
        cache.peek(key) ??
        flights.run(key, (shared) => produce(key, url, options, { ownOrigin, client }, shared), {
          slot: imageSlot(client, url),
          signal: signal(),
        })
      );
    },
    fetchSource: (url, options) => fetchImage(url, { ...parts, ...options }),
    async convert(read, query, owner) {
      const options = parseImageOptions(query);
      return uploadSlots.run(async () => {
        const share = await uploads.enter(owner);
        try {
          const bytes = await read((count) => share.add(count));
          const image = await withFieldName("body", () => {
            requireImage(bytes);
            return pool.transform(bytes, taskOf(options), owner);
          });
          return cachedImage(image.body, image.contentType, now());
        } finally {
          share.release();
        }
      }, owner);
    },
  };
}

function keyOf(url: string, { w, q, format }: ImageOptions): string {
  return `${format} q${q} w${w} ${url}`;
}

function taskOf({ w, q, format }: ImageOptions) {
  return { format, quality: q, width: w, crop: null, placeholder: false };
}

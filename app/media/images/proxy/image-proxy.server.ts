import { aboutField } from "~/errors/about-field";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import { cachedImage, type CachedImage } from "~/media/images/cache/entry-file";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { checkSource, type SourceRules } from "~/outbound/source-rules";
import { createByteBudget, type ByteBudget } from "./byte-budget";
import { DEADLINE_MS, fetchImage, requireImage, type FetchedImage } from "./fetch-image.server";
import { readImageOptions, readSourceUrl, type ImageOptions } from "./image-options";
import { createSingleFlight } from "./single-flight";

/** Somebody else's images, made small, once, for everybody (specification 4.8). */
export interface ImageProxy {
  /** The image that a query asks for, or a promise of it. Throws what was wrong with the query, or with the source. */
  get(asked: AskedImage): CachedImage | Promise<CachedImage>;
  /** The bytes of an image elsewhere, of at most `maxBytes`, which take room until they are released. Throws as `get` does. */
  fetchSource: (
    url: string,
    asked: { maxBytes: number; ownOrigin?: string; signal: AbortSignal },
  ) => Promise<FetchedImage>;
  /** The same for bytes that the asker sends: `read` tells what it is given how many have come. Nothing is kept. */
  convert(
    read: (count: (bytes: number) => void) => Promise<Uint8Array>,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<CachedImage>;
}

export interface AskedImage {
  /** The query as it was written. */
  spelling: string;
  /** Reads it; only asked for when the spelling is not known. */
  query: () => URLSearchParams;
  /** The public origin under which the asker reached us. */
  ownOrigin: string;
  /** Aborted when the asker leaves; only asked for when there is work to do. */
  signal: () => AbortSignal;
}

interface Parts {
  outbound: Pick<Outbound, "fetch">;
  rules: SourceRules;
  pool: TransformPool;
  cache: ImageCache;
  budget?: ByteBudget;
  /** How long a source may take, body included. */
  deadlineMs?: number;
  now?: () => number;
}

/** Spellings of queries that are remembered, and the longest one. Others only cost their reading. */
const MOST_SPELLINGS = 8_000;
const LONGEST_SPELLING = 1_000;
const MEGABYTE = 1024 * 1024;
/** Sources in memory: past 32 MB new ones wait, and past 96 MB even those that were on their way are turned away. */
const BUDGET = { soft: 32 * MEGABYTE, hard: 96 * MEGABYTE, maxWaiting: 1_000, maxWaitMs: 20_000 };
/** What askers send themselves is counted apart: whoever sends slowly only holds up others who send. */
const SENT_BUDGET = {
  soft: 32 * MEGABYTE,
  hard: 80 * MEGABYTE,
  maxWaiting: 100,
  maxWaitMs: 20_000,
};

export function createImageProxy({
  outbound,
  rules,
  pool,
  cache,
  budget = createByteBudget(BUDGET),
  deadlineMs = DEADLINE_MS,
  now = Date.now,
}: Parts): ImageProxy {
  const parts = { fetch: outbound.fetch.bind(outbound), budget, deadlineMs };
  const flights = createSingleFlight<CachedImage>();
  const spellings = new Map<string, string>();
  const sent = createByteBudget(SENT_BUDGET);

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

  function remember(spelling: string, key: string): void {
    if (spelling.length > LONGEST_SPELLING) return;
    spellings.delete(spelling);
    spellings.set(spelling, key);
    if (spellings.size > MOST_SPELLINGS) spellings.delete(spellings.keys().next().value ?? "");
  }

  return {
    get({ query: readQuery, spelling, ownOrigin, signal }) {
      const spelled = spellings.get(spelling);
      const hit = spelled === undefined ? null : cache.peek(spelled);
      if (hit !== null) return hit;
      const query = readQuery();
      const source = readSourceUrl(query);
      const options = readImageOptions(query);
      const url = checkSource(source, {
        ...rules,
        ownOrigins: [...rules.ownOrigins, ownOrigin],
      }).href;
      const key = keyOf(url, options);
      remember(spelling, key);
      return (
        cache.peek(key) ??
        flights.run(key, (flight) => produce(key, url, options, ownOrigin, flight), signal())
      );
    },
    fetchSource: (url, asked) => fetchImage(url, { ...parts, ...asked }),
    async convert(read, query, signal) {
      const options = readImageOptions(query);
      const share = await sent.enter(signal);
      try {
        const bytes = await read((count) => share.add(count));
        const image = await aboutField("body", () => {
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

/** Equal for all queries that mean the same, and for no others. */
function keyOf(url: string, { w, q, format }: ImageOptions): string {
  return `${format} q${q} w${w} ${url}`;
}

function taskOf({ w, q, format }: ImageOptions) {
  return { format, quality: q, width: w, crop: null, placeholder: false };
}

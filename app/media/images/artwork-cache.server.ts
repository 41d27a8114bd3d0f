import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy } from "~/errors/app-error";
import type { CoverSubject } from "~/artwork/cover-palette";
import type { CoverKind, PixelSize } from "~/artwork/cover-sizes";
import type { RenderArtworkInput } from "./render-artwork.server";

/** Raise when the drawings change, to invalidate browser caches. */
const ARTWORK_VERSION = 1;

/** sharp already uses all cores for each. */
const MAX_CONCURRENT = 2;
/** A page requests some dozens of covers. */
const MAX_QUEUE = 400;
const RETRY_AFTER_SECONDS = 2;

interface ArtworkCacheOptions {
  maxBytes: number;
  render: (input: RenderArtworkInput) => Promise<Uint8Array>;
}

/** An LRU cache of rendered artwork. */
export interface ArtworkCache {
  /** Returns WebP. Throws `Busy` when the queue is full. */
  get(input: RenderArtworkInput): Promise<Uint8Array>;
  readonly bytes: number;
}

/** Equal for equal images; also the opaque part of their ETag. */
export function artworkKey({
  kind,
  size,
  anime,
}: {
  kind: CoverKind;
  size: PixelSize;
  anime: CoverSubject;
}): string {
  const inputs = [
    ARTWORK_VERSION,
    kind,
    size.width,
    size.height,
    anime.malId,
    anime.title,
    anime.type,
    anime.genres,
    anime.themes,
    anime.season,
    anime.year,
    anime.score,
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url").slice(0, 27);
}

export function createArtworkCache({ maxBytes, render }: ArtworkCacheOptions): ArtworkCache {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const flights = createSingleFlight<Uint8Array>();
  const slots = createSemaphore({
    limit: MAX_CONCURRENT,
    maxQueue: MAX_QUEUE,
    busy: () => new Busy("image.busyDrawing", RETRY_AFTER_SECONDS),
  });

  async function renderAndCache(key: string, input: RenderArtworkInput): Promise<Uint8Array> {
    const image = await slots.run(() => render(input));
    cache.set(key, image);
    return image;
  }

  return {
    async get(input) {
      const key = artworkKey(input);
      return cache.get(key) ?? flights.run(key, () => renderAndCache(key, input));
    },
    get bytes() {
      return cache.calculatedSize;
    },
  };
}

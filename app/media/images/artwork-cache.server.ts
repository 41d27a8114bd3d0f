import { createHash } from "node:crypto";
import { createByteCache, type CacheUsage } from "~/caching/byte-cache";
import { createBoundedFlight } from "~/concurrency/bounded-flight";
import { type AcquireOptions, createSemaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";
import type { CoverSubject } from "~/artwork/cover-palette";
import type { CoverKind, PixelSize } from "~/artwork/cover-sizes";
import type { RenderArtworkInput } from "./render-artwork.server";

/** Increment when the drawings change. */
const ARTWORK_VERSION = 2;

/** Ten tabs of sixty covers. */
const MAX_PER_CLIENT = 640;
const MAX_QUEUE = 4_096;
const RETRY_AFTER_SECONDS = 2;

interface ArtworkCacheOptions {
  maxBytes: number;
  /** How many it draws at once, each on a core. */
  atOnce: number;
  render: (input: RenderArtworkInput) => Promise<Uint8Array>;
}

type ArtworkSlot = Pick<AcquireOptions, "client" | "urgency">;

export interface ArtworkCache {
  /** Returns a WebP file. Throws `Busy`. */
  get(input: RenderArtworkInput, slot?: ArtworkSlot): Promise<Uint8Array>;
  readonly usage: CacheUsage;
}

/** Part of the ETag. */
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

export function createArtworkCache({
  maxBytes,
  atOnce,
  render,
}: ArtworkCacheOptions): ArtworkCache {
  const cache = createByteCache<Uint8Array>(maxBytes);
  const slots = createSemaphore({
    limit: atOnce,
    maxPerClient: MAX_PER_CLIENT,
    maxQueue: MAX_QUEUE,
    busy: () => new Busy("image.busyDrawing", RETRY_AFTER_SECONDS),
  });
  const flights = createBoundedFlight<Uint8Array>(slots);

  async function renderAndCache(key: string, input: RenderArtworkInput): Promise<Uint8Array> {
    const image = cache.peek(key) ?? (await render(input));
    cache.set(key, image, image.byteLength);
    return image;
  }

  return {
    async get(input, slot = {}) {
      const key = artworkKey(input);
      const work = () => renderAndCache(key, input);
      return cache.get(key) ?? flights.run(key, work, { slot });
    },
    get usage() {
      return cache.usage;
    },
  };
}

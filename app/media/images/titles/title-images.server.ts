import { Busy } from "~/errors/app-error";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import type { CoverKind, ImageKind, PixelSize } from "~/artwork/cover-sizes";
import { imageSlot } from "~/media/images/image-slots";
import type { FetchedImage } from "~/media/images/proxy/fetch-image.server";
import { createBoundedFlight } from "~/concurrency/bounded-flight";
import type { Semaphore } from "~/concurrency/semaphore";
import type { Asker } from "~/concurrency/client-loads";
import { createSingleFlight } from "~/concurrency/single-flight";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import { createCircuitBreaker } from "./circuit-breaker";

export interface TitleImages {
  /**
   * Returns null when the image is not ready within `timeoutMs`; the work continues. Never rejects.
   */
  find(request: TitleImageRequest): Promise<CachedImage | null>;
}

export interface TitleImageRequest extends Asker {
  kind: ImageKind;
  malId: number;
  size: PixelSize;
  source: string;
}

type PreviewKind = Exclude<CoverKind, "trailer">;

export interface ImagePreview {
  malId: number;
  kind: PreviewKind;
  source: string;
  color: string;
  /** A `data:` URL that is shown until the image loads. */
  placeholder: string;
}

interface Parts {
  fetchSource: (
    url: string,
    request: { maxBytes: number; client: string; signal: AbortSignal },
  ) => Promise<FetchedImage>;
  pool: TransformPool;
  /** The cache of images, and of sources, which are never served. */
  cache: ImageCache;
  slots: Semaphore;
  onPreview: (preview: ImagePreview) => void;
  timeoutMs?: number | undefined;
  now?: () => number;
}

const MAX_SOURCE_BYTES = 10 * 1024 * 1024;
const QUALITY = 80;

export function createTitleImages({
  fetchSource,
  pool,
  cache,
  slots,
  onPreview,
  timeoutMs = 2_500,
  now = () => performance.now(),
}: Parts): TitleImages {
  const images = createBoundedFlight<CachedImage>(slots);
  const sources = createSingleFlight<{ bytes: Uint8Array; isNew: boolean }>();
  const breaker = createCircuitBreaker(now);

  const sourceOf = (url: string, client: string) =>
    sources.run(url, async (signal) => {
      const cached = await cache.get(sourceKey(url));
      if (cached !== null) return { bytes: cached.body, isNew: false };
      if (breaker.isOpen(url)) throw new Error("the source failed recently");
      try {
        const fetched = await fetchSource(url, {
          maxBytes: MAX_SOURCE_BYTES,
          client,
          signal,
        });
        breaker.recordSuccess(url);
        const bytes = Buffer.concat(fetched.parts);
        cache.put(sourceKey(url), bytes, "application/octet-stream");
        fetched.release();
        return { bytes, isNew: true };
      } catch (error) {
        // Our overload is not the host's failure.
        if (!(error instanceof Busy)) breaker.recordFailure(url);
        throw error;
      }
    });

  async function make(
    { kind, malId, size, source, client, urgency }: TitleImageRequest,
    key: string,
  ): Promise<CachedImage> {
    const stored = await cache.get(key);
    if (stored !== null) return stored;
    const { bytes, isNew } = await sourceOf(source, client);
    const task = {
      format: "webp",
      quality: QUALITY,
      width: 0,
      crop: size,
      placeholder: isNew && hasPreview(kind),
    } as const;
    const image = await pool.transform(bytes, task, { client, urgency });
    if (hasPreview(kind) && image.color !== undefined && image.placeholder !== undefined)
      onPreview({ malId, kind, source, color: image.color, placeholder: image.placeholder });
    return cache.put(key, image.body, image.contentType);
  }

  return {
    async find(request) {
      const key = `${request.kind} ${request.size.width} ${request.source}`;
      const cached = cache.peek(key);
      if (cached !== null) return cached;
      const { client, source, urgency } = request;
      const work = images
        .run(key, () => make(request, key), { slot: { ...imageSlot(client, source), urgency } })
        .catch(() => null);
      return withTimeout(work, timeoutMs);
    },
  };
}

function hasPreview(kind: ImageKind): kind is PreviewKind {
  return kind === "cover" || kind === "banner";
}

function sourceKey(url: string): string {
  return `source ${url}`;
}

/** Rejects after a time, while the work continues. */
async function withTimeout<Value>(
  work: Promise<Value>,
  milliseconds: number,
): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

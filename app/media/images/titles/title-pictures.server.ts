import { Busy } from "~/errors/app-error";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import type { CoverKind, PixelSize } from "~/media/images/cover-sizes";
import type { FetchedImage } from "~/media/images/proxy/fetch-image.server";
import { createSingleFlight } from "~/media/images/proxy/single-flight";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import { createHostRest } from "./host-rest";

/** The catalog's own pictures of titles, fetched once and kept in the sizes that pages ask for. */
export interface TitlePictures {
  /**
   * The picture, or null when it cannot be had now: then artwork stands in for a while. Never rejects, and never keeps anybody waiting for
   * long; what takes longer is there the next time.
   */
  find(asked: AskedPicture): Promise<CachedImage | null>;
}

export interface AskedPicture {
  kind: CoverKind;
  malId: number;
  size: PixelSize;
  /** The picture's address in the catalog. */
  source: string;
}

/** What is learnt of a picture when it is seen for the first time. */
export interface SeenPicture {
  malId: number;
  kind: CoverKind;
  source: string;
  /** `#rrggbb` */
  color: string;
  /** A tiny picture as a `data:` URL. */
  placeholder: string;
}

interface Parts {
  fetchSource: (
    url: string,
    asked: { maxBytes: number; signal: AbortSignal },
  ) => Promise<FetchedImage>;
  pool: TransformPool;
  /** Also keeps the sources, which are never served as they are. */
  cache: ImageCache;
  onSeen: (seen: SeenPicture) => void;
  /** How long a page's picture may be waited for. */
  patienceMs?: number;
  now?: () => number;
}

const MAX_SOURCE_BYTES = 10 * 1024 * 1024;
const QUALITY = 80;

export function createTitlePictures({
  fetchSource,
  pool,
  cache,
  onSeen,
  patienceMs = 2_500,
  now = Date.now,
}: Parts): TitlePictures {
  const pictures = createSingleFlight<CachedImage>();
  const sources = createSingleFlight<{ bytes: Uint8Array; isNew: boolean }>();
  const rest = createHostRest(now);

  /** The source's bytes, from the disk or from where they are. */
  const sourceOf = (url: string) =>
    sources.run(url, async (signal) => {
      const known = await cache.get(sourceKey(url));
      if (known !== null) return { bytes: known.body, isNew: false };
      if (rest.isResting(url)) throw new Error("the source is resting");
      try {
        const fetched = await fetchSource(url, { maxBytes: MAX_SOURCE_BYTES, signal });
        rest.succeeded(url);
        const bytes = Buffer.concat(fetched.parts);
        cache.put(sourceKey(url), bytes, "application/octet-stream");
        fetched.release();
        return { bytes, isNew: true };
      } catch (error) {
        // That we have too much to do is no fault of the host's.
        if (!(error instanceof Busy)) rest.failed(url);
        throw error;
      }
    });

  async function make(
    { kind, malId, size, source }: AskedPicture,
    key: string,
  ): Promise<CachedImage> {
    const stored = await cache.get(key);
    if (stored !== null) return stored;
    const { bytes, isNew } = await sourceOf(source);
    const image = await pool.transform(bytes, {
      format: "webp",
      quality: QUALITY,
      width: 0,
      crop: size,
      placeholder: isNew,
    });
    if (image.color !== undefined && image.placeholder !== undefined)
      onSeen({ malId, kind, source, color: image.color, placeholder: image.placeholder });
    return cache.put(key, image.body, image.contentType);
  }

  return {
    async find(asked) {
      const key = `${asked.kind} ${asked.size.width} ${asked.source}`;
      const known = cache.peek(key);
      if (known !== null) return known;
      const work = pictures.run(key, () => make(asked, key)).catch(() => null);
      return atMost(work, patienceMs);
    },
  };
}

function sourceKey(url: string): string {
  return `source ${url}`;
}

/** What the work makes of it, or null when the time is over; the work goes on. */
async function atMost<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const tired = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, tired]);
  } finally {
    clearTimeout(timer);
  }
}

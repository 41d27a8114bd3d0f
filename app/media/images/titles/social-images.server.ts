import { Busy } from "~/errors/app-error";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import { loadSharp } from "~/media/images/load-sharp.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import { SOCIAL_SIZE } from "~/artwork/cover-sizes";
import { createBoundedFlight } from "~/concurrency/bounded-flight";
import { createSemaphore } from "~/concurrency/semaphore";

const COVER = { width: 360, height: 540, left: 90, top: 45 };
const SHADOW = 28;
const BEHIND = "#202028";
/** Rare and requested by bots, so one at a time. */
const MAX_PER_CLIENT = 50;
const MAX_QUEUE = 256;
const RETRY_AFTER_SECONDS = 3;

export interface SocialImages {
  /** `getLayers` runs on a miss only. Throws `Busy`. */
  get(
    key: string,
    getLayers: () => Promise<SocialImageLayers>,
    client?: string,
  ): Promise<CachedImage>;
}

/** Images that this server has encoded, so that they are trusted. */
interface SocialImageLayers {
  cover: Uint8Array;
  banner: Uint8Array;
}

export function createSocialImages(cache: ImageCache): SocialImages {
  const slots = createSemaphore({
    limit: 1,
    maxPerClient: MAX_PER_CLIENT,
    maxQueue: MAX_QUEUE,
    busy: () => new Busy("image.busyDrawing", RETRY_AFTER_SECONDS),
  });
  const flights = createBoundedFlight<CachedImage>(slots);

  async function draw(
    key: string,
    getLayers: () => Promise<SocialImageLayers>,
  ): Promise<CachedImage> {
    const stored = await cache.get(key);
    if (stored !== null) return stored;
    return cache.put(key, await renderSocialImage(await getLayers()), "image/jpeg");
  }

  return {
    get: (key, getLayers, client = "") =>
      flights.run(`social ${key}`, () => draw(`social ${key}`, getLayers), { slot: { client } }),
  };
}

/** JPEG, for all messengers. */
async function renderSocialImage({ cover, banner }: SocialImageLayers): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = COVER;
  const [poster, ground, shadow] = await Promise.all([
    sharp(cover)
      .flatten({ background: BEHIND })
      .resize({ width, height, fit: "cover" })
      .png({ compressionLevel: 1 })
      .toBuffer(),
    sharp(banner)
      .flatten({ background: BEHIND })
      .resize({ ...SOCIAL_SIZE, fit: "cover" })
      .blur(9)
      .modulate({ brightness: 0.72 })
      .png({ compressionLevel: 1 })
      .toBuffer(),
    sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.55 } } })
      .extend({
        top: SHADOW,
        bottom: SHADOW,
        left: SHADOW,
        right: SHADOW,
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .blur(SHADOW / 2)
      .png({ compressionLevel: 1 })
      .toBuffer(),
  ]);
  return sharp(ground)
    .composite([
      { input: shadow, left: COVER.left - SHADOW, top: COVER.top - SHADOW },
      { input: poster, left: COVER.left, top: COVER.top },
    ])
    .jpeg({ quality: 82 })
    .toBuffer();
}

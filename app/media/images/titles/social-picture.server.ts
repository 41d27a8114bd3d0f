import sharp from "sharp";
import { Busy } from "~/errors/app-error";
import type { ImageCache } from "~/media/images/cache/image-cache.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import { SOCIAL_SIZE } from "~/media/images/cover-sizes";
import { createSingleFlight } from "~/media/images/proxy/single-flight";

const COVER = { width: 360, height: 540, left: 90, top: 45 };
const SHADOW = 28;
const BEHIND = "#202028";
/** Previews are asked for by machines, now and then. More at once wait; many more are told to come back. */
const MOST_WAITING = 50;
const RETRY_AFTER_SECONDS = 3;

/** Pictures of link previews, drawn once. */
export interface SocialPictures {
  /** The picture named by `key`. `parts` are asked for only when it has to be drawn. Throws `Busy`. */
  picture(key: string, parts: () => Promise<SocialParts>): Promise<CachedImage>;
}

/** Both are WebP of our own making: nothing that came from elsewhere is decoded here. */
interface SocialParts {
  cover: Uint8Array;
  banner: Uint8Array;
}

export function createSocialPictures(cache: ImageCache): SocialPictures {
  const flights = createSingleFlight<CachedImage>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function draw(key: string, parts: () => Promise<SocialParts>): Promise<CachedImage> {
    const stored = await cache.get(key);
    if (stored !== null) return stored;
    if (waiting >= MOST_WAITING)
      throw new Busy(
        "Too many pictures are being drawn. Try again in a moment.",
        RETRY_AFTER_SECONDS,
      );
    waiting += 1;
    const turn = last.then(async () =>
      cache.put(key, await socialPicture(await parts()), "image/jpeg"),
    );
    last = turn.catch(() => undefined).finally(() => (waiting -= 1));
    return turn;
  }

  return {
    picture: (key, parts) => flights.run(`social ${key}`, () => draw(`social ${key}`, parts)),
  };
}

/** The cover on a soft enlargement of the banner, as JPEG, which every messenger reads. */
async function socialPicture({ cover, banner }: SocialParts): Promise<Buffer> {
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

import { sizeOf, STILL_WIDTHS, type CoverKind, type PixelSize } from "~/artwork/cover-sizes";
import type { Anime } from "~/features/catalog/anime";
import { isImageUrl, titleImageUrl } from "~/features/catalog/images/title-image-url";
import { coverSubject } from "~/features/catalog/view/cards/anime-card.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import { artworkKey } from "~/media/images/artwork-cache.server";
import type { Asker } from "~/concurrency/client-loads";
import type { MediaServices } from "~/media/media-services.server";

export interface RenderableImage {
  /** A "stand-in" is artwork until the image is available. */
  kind: "own" | "artwork" | "stand-in";
  key: string;
  contentType?: "image/jpeg";
  render: () => Promise<Uint8Array>;
}

interface TitleImageOptions {
  anime: Anime;
  kind: CoverKind;
  size: PixelSize;
  asker: Asker;
}

type ImageTools = Pick<MediaServices, "titleImages" | "artworkCache">;

/** Artwork where the title has no image or it is unavailable. */
export async function findTitleImage(
  { titleImages, artworkCache }: ImageTools,
  { anime, kind, size, asker }: TitleImageOptions,
): Promise<RenderableImage> {
  const source = titleImageUrl(anime, kind);
  const own =
    source === null
      ? null
      : await titleImages.find({ kind, malId: anime.mal_id, size, source, ...asker });
  if (own !== null) return toRenderable(own);
  const input = { kind, size, anime: coverSubject(anime) };
  return {
    kind: source === null ? "artwork" : "stand-in",
    key: artworkKey(input),
    render: () => artworkCache.get(input, asker),
  };
}

interface StillOptions {
  anime: Anime;
  /** The still that the catalog has. */
  still: string | null;
  size: PixelSize;
  asker: Asker;
}

/** The title's banner, or its artwork, where the episode has no still or it is unavailable. */
export async function findStill(
  tools: ImageTools,
  { anime, still, size, asker }: StillOptions,
): Promise<RenderableImage> {
  const hasStill = isImageUrl(still);
  const own = hasStill
    ? await tools.titleImages.find({
        kind: "still",
        malId: anime.mal_id,
        size,
        source: still,
        ...asker,
      })
    : null;
  if (own !== null) return toRenderable(own);
  // The smallest still needs no more pixels.
  const banner = sizeOf("banner", size.width === STILL_WIDTHS[0] ? 640 : 1080);
  const image = await findTitleImage(tools, { anime, kind: "banner", size: banner, asker });
  return hasStill ? { ...image, kind: "stand-in" } : image;
}

function toRenderable(own: CachedImage): RenderableImage {
  return {
    kind: "own",
    key: own.etag.replaceAll('"', ""),
    render: () => Promise.resolve(own.body),
  };
}

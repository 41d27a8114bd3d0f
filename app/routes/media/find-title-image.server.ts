import type { CoverKind, PixelSize } from "~/artwork/cover-sizes";
import type { Anime } from "~/features/catalog/anime";
import { titleImageUrl } from "~/features/catalog/images/title-image-url";
import { coverSubject } from "~/features/catalog/view/cards/anime-card.server";
import type { Services } from "~/http/context";
import type { TitleImageKind } from "~/http/response/title-image-response.server";
import { artworkKey } from "~/media/images/artwork-cache.server";

export interface RenderableImage {
  kind: TitleImageKind;
  key: string;
  contentType?: "image/jpeg";
  render: () => Promise<Uint8Array>;
}

interface TitleImageOptions {
  anime: Anime;
  kind: CoverKind;
  size: PixelSize;
  client: string;
}

/** Artwork where the title has no image or it is unavailable. */
export async function findTitleImage(
  services: Services,
  { anime, kind, size, client }: TitleImageOptions,
): Promise<RenderableImage> {
  const source = titleImageUrl(anime, kind);
  const own =
    source === null
      ? null
      : await services.titleImages.find({ kind, malId: anime.mal_id, size, source, client });
  if (own !== null)
    return {
      kind: "own",
      key: own.etag.replaceAll('"', ""),
      render: () => Promise.resolve(own.body),
    };
  const input = { kind, size, anime: coverSubject(anime) };
  return {
    kind: source === null ? "artwork" : "stand-in",
    key: artworkKey(input),
    render: () => services.artworkCache.get(input, client),
  };
}

import type { Anime } from "~/features/catalog/anime";
import type { CoverKind } from "~/artwork/cover-sizes";

type TitleImages = Pick<Anime, "banner_image" | "image_large_webp" | "image_webp" | "image_url">;

export function titleImageUrl(anime: TitleImages, kind: CoverKind): string | null {
  const urls =
    kind === "banner"
      ? [anime.banner_image]
      : [anime.image_large_webp, anime.image_webp, anime.image_url];
  return (
    urls.find((address) => address !== null && /^(?:https?:\/\/|\/ipfs\/)/i.test(address)) ?? null
  );
}

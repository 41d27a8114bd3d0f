import type { Anime } from "~/features/catalog/anime";
import type { CoverKind } from "~/artwork/cover-sizes";

export function titleImageUrl(anime: Anime, kind: CoverKind): string | null {
  const urls =
    kind === "banner"
      ? [anime.banner_image]
      : [anime.image_large_webp, anime.image_webp, anime.image_url];
  return (
    urls.find((address) => address !== null && /^(?:https?:\/\/|\/ipfs\/)/i.test(address)) ?? null
  );
}

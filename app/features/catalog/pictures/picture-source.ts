import type { Anime } from "~/features/catalog/anime";
import type { CoverKind } from "~/media/images/cover-sizes";

/** The address of a title's own picture in the catalog, the largest there is, or null: then artwork is drawn. */
export function pictureSource(anime: Anime, kind: CoverKind): string | null {
  const addresses =
    kind === "banner"
      ? [anime.banner_image]
      : [anime.image_large_webp, anime.image_webp, anime.image_url];
  return addresses.find((address) => address !== null && /^https?:\/\//i.test(address)) ?? null;
}

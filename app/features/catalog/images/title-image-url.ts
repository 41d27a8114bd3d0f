import type { Anime } from "~/features/catalog/anime";
import type { CoverKind } from "~/artwork/cover-sizes";

type TitleImages = Pick<Anime, "banner_image" | "image_large_webp" | "image_webp" | "image_url">;

export function titleImageUrl(anime: TitleImages, kind: CoverKind): string | null {
  const urls =
    kind === "cover"
      ? [anime.image_large_webp, anime.image_webp, anime.image_url]
      : [anime.banner_image];
  return urls.find(isImageUrl) ?? null;
}

/** Whether the site can fetch it: a URL of the web, or an upload. */
export function isImageUrl(address: string | null): address is string {
  return address !== null && /^(?:https?:\/\/|\/ipfs\/)/i.test(address);
}

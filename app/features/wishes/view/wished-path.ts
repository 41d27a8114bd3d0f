import { animePath, watchPath } from "~/features/catalog/view/anime-path";
import type { TitleNames } from "~/features/catalog/title-language";
import type { WishTarget } from "~/features/wishes/wish";

/** The page of what was asked for: the title's, or the episode's. */
export function wishedPath({ animeId, episode, ...names }: TitleNames & WishTarget): string {
  return episode === null ? animePath({ mal_id: animeId, ...names }) : watchPath(animeId, episode);
}

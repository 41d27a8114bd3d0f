import { animePath, watchPath } from "~/features/catalog/view/anime-path";
import type { WishTarget } from "~/features/wishes/wish";

interface WishedPage extends WishTarget {
  title: string;
  /** Whether the episode has a page. */
  hasPage: boolean;
}

/** The page of the episode that a user wishes for, if it has one, else that of the title. */
export function wishedPath({ animeId, episode, title, hasPage }: WishedPage): string {
  return episode !== null && hasPage
    ? watchPath(animeId, episode)
    : animePath({ mal_id: animeId, title });
}

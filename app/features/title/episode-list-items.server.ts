import { isImageUrl } from "~/features/catalog/images/title-image-url";
import type { GuardedEpisode } from "~/features/catalog/spoilers/guard-episodes";
import { synopsisExcerpt } from "~/features/catalog/synopsis";
import type { DescribedEpisode, EpisodeListItem } from "./view/episode-list";

/** Few are longer, and a page has fifty of them. */
const EPISODE_EXCERPT_LENGTH = 800;

export function toEpisodeListItem(episode: GuardedEpisode): EpisodeListItem {
  return {
    number: episode.episode_id,
    title: episode.title ?? episode.title_romanji,
    titleJapanese: episode.title_japanese,
    isTitleMasked: episode.masked.title,
    aired: episode.aired,
    minutes: episode.duration,
    filler: episode.filler,
    recap: episode.recap,
  };
}

export function toDescribedEpisode(episode: GuardedEpisode): DescribedEpisode {
  return {
    ...toEpisodeListItem(episode),
    isMasked: Object.values(episode.masked).includes(true),
    synopsis: synopsisExcerpt(episode.description, EPISODE_EXCERPT_LENGTH),
    hasStill: isImageUrl(episode.image_url),
  };
}

import { isImageUrl } from "~/features/catalog/images/title-image-url";
import type { GuardedEpisode } from "~/features/catalog/spoilers/guard-episodes";
import { synopsisText } from "~/features/catalog/synopsis";
import { episodeDuration } from "~/features/catalog/view/facts";
import { ROWS_ON_PHONE, type DescribedEpisode, type EpisodeListItem } from "./view/episode-list";

/** A list that is hardly longer than its part is shown whole. */
const MAX_ROWS_ON_PHONE = 12;
/** How many of the rows are before the episode that comes next. */
const ROWS_BEFORE = 2;

/** The row at which the part begins that a phone shows: around what comes next, else the first. */
export function unfoldedFrom(
  episodes: readonly Pick<EpisodeListItem, "number">[],
  next: number | null,
): number | null {
  if (episodes.length <= MAX_ROWS_ON_PHONE) return null;
  const at = episodes.findIndex(({ number }) => number === next);
  return Math.max(0, Math.min(at - ROWS_BEFORE, episodes.length - ROWS_ON_PHONE));
}

export function toEpisodeListItem(episode: GuardedEpisode): EpisodeListItem {
  return {
    number: episode.episode_id,
    title: episode.title ?? episode.title_romanji,
    titleJapanese: episode.title_japanese,
    isTitleMasked: episode.masked.title,
    aired: episode.aired,
    filler: episode.filler,
    recap: episode.recap,
  };
}

/** Shows an episode of about the title's length with the title's duration. */
export function toDescribedEpisode(
  episode: GuardedEpisode,
  titleDuration: string | null,
): DescribedEpisode {
  return {
    ...toEpisodeListItem(episode),
    isMasked: Object.values(episode.masked).includes(true),
    synopsis: synopsisText(episode.description),
    duration: episodeDuration(titleDuration, episode.duration),
    hasStill: isImageUrl(episode.image_url),
  };
}

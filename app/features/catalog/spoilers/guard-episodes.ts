import type { Episode } from "~/features/catalog/anime";
import { REVEAL_EPISODES, type Revealed } from "./reveal";
import type { SpoilerSettings } from "./spoiler-settings";

/** The viewer of a title's episodes, and what is masked for them. */
export interface EpisodeViewer {
  masks: SpoilerSettings;
  /** Numbers of the episodes that the viewer has watched. */
  seen: ReadonlySet<number>;
  revealed: Revealed;
}

export type GuardedEpisode = Episode & {
  /** What the viewer would see after revealing it. */
  masked: { title: boolean; synopsis: boolean; image: boolean };
};

function isSpoiler(number: number, { seen, revealed }: EpisodeViewer): boolean {
  return !seen.has(number) && !revealed.has(REVEAL_EPISODES) && !revealed.has(String(number));
}

/** Masks what the viewer does not want to see of unseen episodes. */
export function guardEpisode(episode: Episode, viewer: EpisodeViewer): GuardedEpisode {
  const { title, title_japanese, title_romanji, description, image_url } = episode;
  const isMasked = (setting: boolean, ...values: (string | null)[]) =>
    setting && isSpoiler(episode.episode_id, viewer) && values.some((value) => value !== null);
  const masked = {
    title: isMasked(viewer.masks.episodeTitles, title, title_japanese, title_romanji),
    synopsis: isMasked(viewer.masks.episodeSynopses, description),
    image: isMasked(viewer.masks.episodeImages, image_url),
  };
  return {
    ...episode,
    ...(masked.title ? { title: null, title_japanese: null, title_romanji: null } : {}),
    ...(masked.synopsis ? { description: null } : {}),
    ...(masked.image ? { image_url: null } : {}),
    masked,
  };
}

/** The neighbour of an episode, without a masked title. */
export function guardTitle<Named extends { number: number; title: string | null }>(
  episode: Named | null,
  viewer: EpisodeViewer,
): Named | null {
  return episode !== null && viewer.masks.episodeTitles && isSpoiler(episode.number, viewer)
    ? { ...episode, title: null }
    : episode;
}

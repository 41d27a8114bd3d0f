import type { Episode } from "~/features/catalog/anime";
import { REVEAL_EPISODES, type Revealed } from "./reveal";
import type { SpoilerSettings } from "./spoiler-settings";

/** Who looks at the episodes of a title. */
export interface EpisodeViewer {
  hides: SpoilerSettings;
  /** By number. */
  seen: ReadonlySet<number>;
  revealed: Revealed;
}

export type GuardedEpisode = Episode & {
  /** What the viewer would see after revealing it. */
  hidden: { title: boolean; synopsis: boolean; picture: boolean };
};

function isSpoiler(number: number, { seen, revealed }: EpisodeViewer): boolean {
  return !seen.has(number) && !revealed.has(REVEAL_EPISODES) && !revealed.has(String(number));
}

/** Without what the viewer hides of unseen episodes. */
export function guardEpisode(episode: Episode, viewer: EpisodeViewer): GuardedEpisode {
  const { title, title_japanese, title_romanji, description, image_url } = episode;
  const isHidden = (setting: boolean, ...values: (string | null)[]) =>
    setting && isSpoiler(episode.episode_id, viewer) && values.some((value) => value !== null);
  const hidden = {
    title: isHidden(viewer.hides.episodeTitles, title, title_japanese, title_romanji),
    synopsis: isHidden(viewer.hides.episodeSynopses, description),
    picture: isHidden(viewer.hides.episodePictures, image_url),
  };
  return {
    ...episode,
    ...(hidden.title ? { title: null, title_japanese: null, title_romanji: null } : {}),
    ...(hidden.synopsis ? { description: null } : {}),
    ...(hidden.picture ? { image_url: null } : {}),
    hidden,
  };
}

/** The neighbour of an episode, without a hidden title. */
export function guardTitle<Named extends { number: number; title: string | null }>(
  episode: Named | null,
  viewer: EpisodeViewer,
): Named | null {
  return episode !== null && viewer.hides.episodeTitles && isSpoiler(episode.number, viewer)
    ? { ...episode, title: null }
    : episode;
}

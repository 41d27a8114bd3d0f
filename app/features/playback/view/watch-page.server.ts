import { getAnime } from "~/features/catalog/get-anime.server";
import { getEpisode, listEpisodes } from "~/features/catalog/episodes/list-episodes.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { episodeLine } from "~/features/catalog/view/title/anime-page.server";
import { EPISODES_PER_STRETCH } from "~/features/catalog/view/title/episode-list";
import { episodePlace } from "~/features/playback/episode-place.server";
import type { NamedSource } from "~/features/playback/player/behaviour/use-source";
import { progressByEpisode } from "~/features/playback/progress/list-progress.server";
import { listSources, type EpisodeSource } from "~/features/playback/sources/list-sources.server";
import type { Words } from "~/language/words";
import type { Database } from "~db/client.server";
import { sourceNames } from "./source-name";

interface Asked {
  animeId: number;
  number: number;
  parentalControl: boolean;
  language: TitleLanguage;
  words: Words;
  /** Null for a visitor. */
  userId: string | null;
  /** The stretch of the list that is wanted; null for the one with the episode. */
  stretch: number | null;
}

/** Everything that the player's page shows. Throws `NotFound`, or `Forbidden` when parental control hides the title. */
export async function watchPage(
  db: Database,
  { animeId, number, parentalControl, language, words, userId, stretch }: Asked,
) {
  const [anime, episode] = await Promise.all([
    getAnime(db, { id: animeId, parentalControl }),
    getEpisode(db, { animeId, number, parentalControl }),
  ]);
  const place = await episodePlace(db, animeId, number);
  const shown = stretch ?? Math.ceil(place.index / EPISODES_PER_STRETCH);
  const [episodes, sources, progress] = await Promise.all([
    listEpisodes(db, { animeId, parentalControl, page: shown, perPage: EPISODES_PER_STRETCH }),
    listSources(db, animeId, number),
    userId === null ? {} : progressByEpisode(db, userId, animeId),
  ]);
  const names = sourceNames(words, sources);
  return {
    anime: animeCard(anime, language),
    episode: {
      number,
      title: episode.title ?? episode.title_romanji ?? words.t("watch.episode", { number }),
      titleJapanese: episode.title_japanese,
      description: episode.description,
      aired: episode.aired,
    },
    previous: place.previous,
    next: place.next,
    sources: sources.map((source, index): NamedSource => ({
      url: source.url,
      isFile: source.isFile,
      name: names[index] ?? words.t("source.plain"),
      marks: marksOf(source),
    })),
    episodes: episodes.items.map(episodeLine),
    stretch: shown,
    stretches: stretchesOf(episodes.total),
    progress,
  };
}

function marksOf({ intro, outro }: EpisodeSource): NamedSource["marks"] {
  return [
    ...(intro === null ? [] : [{ kind: "intro" as const, ...intro }]),
    ...(outro === null ? [] : [{ kind: "outro" as const, ...outro }]),
  ];
}

function stretchesOf(total: number): { number: number; label: string }[] {
  return Array.from({ length: Math.ceil(total / EPISODES_PER_STRETCH) }, (_, index) => ({
    number: index + 1,
    label: `${index * EPISODES_PER_STRETCH + 1}–${Math.min(total, (index + 1) * EPISODES_PER_STRETCH)}`,
  }));
}

import type { ParentalControl } from "~/features/catalog/parental-control";
import { getTitleExtras } from "~/features/title/get-title-extras.server";
import { getAnime } from "~/features/title/get-anime.server";
import { getEpisode, listEpisodes } from "~/features/catalog/episodes/list-episodes.server";
import {
  guardEpisode,
  guardTitle,
  type EpisodeViewer,
} from "~/features/catalog/spoilers/guard-episodes";
import { synopsisText } from "~/features/catalog/synopsis";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { isImageUrl } from "~/features/catalog/images/title-image-url";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { toEpisodeListItem } from "~/features/title/episode-list-items.server";
import { EPISODES_PER_PAGE, toEpisodeRanges } from "~/features/title/view/episode-range";
import { getEpisodePosition } from "~/features/playback/episode-position.server";
import { toSkipMarks } from "~/features/playback/player/hooks/skip-marks";
import type { NamedSource } from "~/features/playback/player/hooks/use-source";
import { getProgressByEpisode } from "~/features/playback/progress/list-progress.server";
import type { PlaybackSource } from "~/features/playback/delivery/playback-schema";
import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import { otherEpisodes } from "~/features/playback/player/media-files/playback-sources";
import { sourceNames } from "~/features/playback/view/source-name";

interface WatchPageOptions {
  animeId: number;
  number: number;
  parentalControl: ParentalControl;
  language: TitleLanguage;
  i18n: I18n;
  userId: string | null;
  viewer: EpisodeViewer;
  skipsFiller: boolean;
  loadSources: () => Promise<PlaybackSource[]>;
  range: number | null;
}

/** Throws `NotFound`, or `Forbidden` when parental control hides the title. */
export async function loadEpisodeSources(
  db: Database,
  {
    animeId,
    number,
    parentalControl,
    language,
    i18n,
    userId,
    viewer,
    skipsFiller,
    range,
    loadSources,
  }: WatchPageOptions,
) {
  const [anime, unguarded] = await Promise.all([
    getAnime(db, { id: animeId, parentalControl }),
    getEpisode(db, { animeId, number, parentalControl }),
  ]);
  const episode = guardEpisode(unguarded, viewer);
  const sources = await loadSources();
  // The player begins with the first source, which may be a file of several episodes.
  const last = sources[0]?.episodes?.last;
  const position = await getEpisodePosition(db, animeId, number, { skipsFiller, last });
  const shown = range ?? Math.ceil(position.index / EPISODES_PER_PAGE);
  const episodes = await listEpisodes(db, {
    animeId,
    parentalControl,
    page: shown,
    perPage: EPISODES_PER_PAGE,
  });
  // Afterwards, so that one page does not take all connections of the pool.
  const progress = userId === null ? {} : await getProgressByEpisode(db, userId, animeId);
  const names = sourceNames(i18n, sources);
  const elsewhere =
    sources.length > 0 ? [] : (await getTitleExtras(db, animeId, { showsSpoilers: false })).streams;
  return {
    anime: animeCard(anime, language),
    episode: {
      number,
      title: episode.title ?? episode.title_romanji,
      titleJapanese: episode.title_japanese,
      synopsis: synopsisText(episode.description),
      aired: episode.aired,
      hasStill: isImageUrl(episode.image_url),
      masked: episode.masked,
    },
    previous: guardTitle(position.previous, viewer),
    next: guardTitle(position.next, viewer),
    isLast: position.isLast,
    sources: sources.map((source, index): NamedSource => ({
      url: source.url,
      isFile: source.type === "file",
      name: names[index] ?? i18n.t("source.plain"),
      marks: toSkipMarks(source.chapters),
      otherEpisodes: otherEpisodes(source.episodes, number),
      downloadUrl: source.download_url,
    })),
    /** Licensed streams on other sites, of a title that has none here. */
    elsewhere,
    episodes: episodes.items.map((item) => toEpisodeListItem(guardEpisode(item, viewer))),
    range: shown,
    ranges: toEpisodeRanges(episodes.total),
    progress,
  };
}

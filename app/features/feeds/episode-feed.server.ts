import { listPlayableOf } from "~/features/catalog/episodes/list-playable-of.server";
import { displayTitle } from "~/features/catalog/title-language";
import { watchPath } from "~/features/catalog/view/anime-path";
import { episodeAt } from "~/features/schedule/episode-number";
import type { AiringAnime } from "~/features/schedule/list-airing.server";
import { DAY_MS } from "~/features/schedule/time-zone";
import { airingsBetween } from "~/features/schedule/week-schedule";
import type { Database } from "~db/client.server";
import type { FeedEntry } from "./feed";
import { feedId } from "./feed-id.server";
import { titleEntry, type EntryOptions } from "./title-entries.server";

const DAYS = 14;
const MAX_EPISODES = 100;

interface EpisodeOptions extends EntryOptions {
  now: Date;
  /** The hours from a broadcast until the feed's user can watch it. */
  delayHours?: number;
}

/**
 * The episodes of these titles that aired in the last two weeks, by number alone: an episode's
 * title and still may be spoilers. Leaves out broadcasts whose number is unknown.
 */
export async function episodeEntries(
  db: Database,
  titles: readonly AiringAnime[],
  { now, delayHours = 0, ...options }: EpisodeOptions,
): Promise<FeedEntry[]> {
  const delayMs = delayHours * 3_600_000;
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  const aired = airingsBetween(titles, "UTC", from, now, delayMs)
    .toReversed()
    .flatMap(({ title, at }) => {
      const number = episodeAt(title, new Date(at.getTime() - delayMs));
      return number === null ? [] : [{ title, at, number, animeId: title.mal_id }];
    })
    .slice(0, MAX_EPISODES);
  const playable = await listPlayableOf(db, aired);
  return aired.map(({ title, at, number, animeId }) => ({
    ...titleEntry(title, options),
    id: feedId(`episode:${animeId}:${number}`),
    title: episodeTitle(title, number, options),
    ...(playable.has(`${animeId}-${number}`) && {
      url: options.origin + watchPath(animeId, number),
    }),
    at,
  }));
}

function episodeTitle(
  anime: AiringAnime,
  number: number,
  { language, i18n: { t } }: EntryOptions,
): string {
  const title = displayTitle(anime, language).text;
  if (anime.episodes === 1) return t("notice.whole.episode.aired", { title });
  return t("notice.episode.aired", { title, count: 1, episodes: String(number) });
}

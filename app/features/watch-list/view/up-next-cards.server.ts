import { airingStatusAt } from "~/features/catalog/airing-status.server";
import type { Revealed } from "~/features/catalog/spoilers/reveal";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { airingsBetween } from "~/features/schedule/week-schedule";
import { DAY_MS } from "~/features/schedule/time-zone";
import { isHalfWatched } from "~/features/catalog/episodes/half-watched";
import type { UpNext } from "~/features/watch-list/up-next.server";
import type { I18n } from "~/i18n/i18n";
import type { UpNextCard } from "./up-next-rail";

interface CardOptions {
  language: TitleLanguage;
  i18n: I18n;
  zone: string;
  now: Date;
  masks: Pick<SpoilerSettings, "episodeTitles" | "episodeImages">;
  /** Ids of titles that the viewer has revealed. */
  revealed: Revealed;
}

const DAY = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const WEEKDAY = { weekday: "short", timeZone: "UTC" } as const;
/** Broadcasts are weekly, and stations shift them by a day or two. */
const SEARCHED_DAYS = 9;

/** Words what the user watches: the next episode, masked as asked, and what is new. */
export function upNextCards(titles: readonly UpNext[], options: CardOptions): UpNextCard[] {
  return titles.map((title) => {
    const { id, path, title: name, color } = animeCard(title.anime, options.language);
    const isSpoiler = !title.wasCompleted && !options.revealed.has(String(id));
    const { progress } = title;
    const isTitleMasked = title.episodeTitle !== null && options.masks.episodeTitles && isSpoiler;
    return {
      id,
      path,
      title: name,
      color,
      seen: title.episodesSeen,
      total: title.total,
      isUnderWay: title.isUnderWay,
      next: title.next,
      countUp: title.countUp,
      progress:
        progress !== null && isHalfWatched(progress.position, progress.duration) ? progress : null,
      episodeTitle: isTitleMasked ? null : title.episodeTitle,
      isTitleMasked,
      withoutFiller: title.withoutFiller,
      playable: title.playable,
      isMissing: title.isMissing,
      image: imageOf(title, options.masks.episodeImages && isSpoiler),
      news: describeNews(title, options),
    };
  });
}

/** Stills are drawn of what plays here where the catalog has none. */
function imageOf({ hasStill, playable }: UpNext, isMasked: boolean): UpNextCard["image"] {
  if (!hasStill && !playable) return "cover";
  if (!isMasked) return "still";
  return playable ? "banner" : "cover";
}

/** `3 episodes behind, latest 14 Nov`, `Next airs Fri 18:00`, or nothing for a finished title. */
function describeNews(title: UpNext, options: CardOptions): string | null {
  const { i18n } = options;
  const { airing } = title;
  if (airing !== null && airing.behind > 0)
    return i18n.t("upNext.behind", {
      count: airing.behind,
      date: i18n.formatDate(airing.latest, DAY),
    });
  const moment = followingBroadcast(title, options);
  return moment === null ? null : i18n.t("upNext.airs", { moment });
}

function followingBroadcast(
  { anime, airing }: UpNext,
  { i18n, zone, now }: CardOptions,
): string | null {
  if (airingStatusAt(anime, now) !== "Currently Airing") return null;
  const until = new Date(now.getTime() + SEARCHED_DAYS * DAY_MS);
  const broadcast = airingsBetween([anime], zone, now, until)[0]?.at;
  if (broadcast !== undefined)
    return i18n.formatDate(broadcast, {
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone,
    });
  // The catalog has only a date when there is no time of day.
  if (airing?.following === undefined || airing.following === null) return null;
  const format = airing.following < until ? WEEKDAY : DAY;
  return i18n.formatDate(airing.following, format);
}

import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { listFavorites } from "~/features/credits/favorites.server";
import { creditLink } from "~/features/credits/view/credit-path";
import type { PublicProfile } from "~/features/profile/public-profile.server";
import type { CollectionType } from "~/features/watch-list/collection-types";
import { parseEntryState, typeOfState } from "~/features/watch-list/entry-states";
import { listRecentActivity } from "~/features/watch-list/statistics/recent-activity.server";
import type { TrackingStatistics } from "~/features/watch-list/statistics/statistics";
import { chartGenres } from "~/features/watch-list/statistics/view/format-statistics";
import { nameFilter } from "~/http/cached-catalog.server";
import { openCachedList } from "~/http/cached-list.server";
import type { Services } from "~/http/context";

interface Viewer {
  parentalControl: boolean;
  titleLanguage: TitleLanguage;
  hides: SpoilerSettings;
}

const MAX_GENRES = 10;

/**
 * The profile, and what the viewer may see of its lists: others see no private entries, and recent
 * activity only with the list.
 */
export async function profileData(
  services: Services,
  profile: PublicProfile,
  { parentalControl, titleLanguage, hides }: Viewer,
  { isOwn }: { isOwn: boolean },
) {
  const { db } = services;
  const reader = { parentalControl, hidePrivate: !isOwn };
  const cached = await openCachedList(services, profile.id);
  const [statistics, years, activity, showsGenre, showsStudio, credits] = await Promise.all([
    cached.getStatistics({ ...reader, timeZone: "UTC" }),
    isOwn ? cached.listYears(reader) : [],
    isOwn || profile.showsList ? listRecentActivity(db, profile.id, reader) : [],
    nameFilter(services, "genres", parentalControl),
    nameFilter(services, "studios", parentalControl),
    listFavorites(db, profile.id, { parentalControl }),
  ]);
  const titles = await getCardAnimes(
    db,
    [...new Set([...profile.favoriteAnimes, ...activity.map(({ animeId }) => animeId)])],
    { parentalControl },
  );
  const cardOf = (id: number) => {
    const anime = titles.get(id);
    return anime === undefined ? [] : [hideScores(hides, animeCard(anime, titleLanguage))];
  };
  const { totals, by_genre, by_year, scores } = statistics;
  return {
    user: {
      id: profile.id,
      name: profile.name,
      userName: profile.userName,
      avatarUrl: profile.avatarUrl,
      bannerImage: profile.bannerImage,
      frequencyOfWatch: profile.frequencyOfWatch,
      fanaticLevel: profile.fanaticLevel,
      preferredFormat: profile.preferredFormat,
      favoriteGenres: profile.favoriteGenres.filter(showsGenre),
      favoriteStudios: profile.favoriteStudios.filter(showsStudio),
    },
    latestYear: years[0] ?? null,
    showsList: profile.showsList,
    scale: profile.scoreScale,
    counts: countTypes(statistics),
    statistics: {
      totals,
      genres: chartGenres(by_genre)
        .slice(0, MAX_GENRES)
        .map(({ name, titles: count }) => ({ name: name ?? "", count })),
      by_year,
      scores,
    },
    activity: activity.flatMap((one) => cardOf(one.animeId).map((card) => ({ ...one, card }))),
    favorites: profile.favoriteAnimes.flatMap(cardOf),
    characters: credits.characters.map((each) => creditLink(each, "character", titleLanguage)),
    people: credits.people.map((each) => creditLink(each, "person", titleLanguage)),
  };
}

function countTypes({ by_state }: TrackingStatistics): Record<CollectionType, number> {
  const counts = { Collection: 0, Completed: 0, "To Watch": 0, Watching: 0 };
  for (const { name, titles } of by_state)
    counts[typeOfState(parseEntryState(name ?? ""))] += titles;
  return counts;
}

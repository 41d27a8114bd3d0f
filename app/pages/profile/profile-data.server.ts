import type { ParentalControl } from "~/features/catalog/parental-control";
import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { listFavorites } from "~/features/credits/favorites.server";
import { creditLink } from "~/features/credits/view/credit-path";
import type { PublicProfile } from "~/features/profile/public-profile.server";
import { listRecentActivity } from "~/features/watch-list/statistics/recent-activity.server";
import { chartGenres } from "~/features/watch-list/statistics/view/format-statistics";
import { nameFilter } from "~/pages/parts/cached-catalog.server";
import { openCachedList } from "~/pages/parts/cached-list.server";
import type { SharedServices } from "~/services/shared-services";

interface Viewer {
  parentalControl: ParentalControl;
  titleLanguage: TitleLanguage;
}

const MAX_GENRES = 10;

/**
 * The profile, and what the viewer may see of its lists: others see no private entries, and recent
 * activity only with the list.
 */
export async function profileData(
  services: SharedServices,
  profile: PublicProfile,
  { parentalControl, titleLanguage }: Viewer,
  { isOwn }: { isOwn: boolean },
) {
  const { db } = services;
  const reader = { parentalControl, hidePrivate: !isOwn };
  const cached = await openCachedList(services, profile.id);
  const [statistics, { counts }, years, activity, showsGenre, showsStudio, credits] =
    await Promise.all([
      cached.getStatistics({ ...reader, timeZone: "UTC" }),
      cached.countTabs(reader),
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
    return anime === undefined ? [] : [animeCard(anime, titleLanguage)];
  };
  const { totals, by_genre, by_year, scores } = statistics;
  return {
    user: {
      id: profile.id,
      name: profile.name,
      userName: profile.userName,
      avatarUrl: profile.avatarUrl,
      bannerImage: profile.bannerImage,
      bio: profile.bio,
      frequencyOfWatch: profile.frequencyOfWatch,
      fanaticLevel: profile.fanaticLevel,
      preferredFormat: profile.preferredFormat,
      favoriteGenres: profile.favoriteGenres.filter(showsGenre),
      favoriteStudios: profile.favoriteStudios.filter(showsStudio),
    },
    latestYear: years[0] ?? null,
    showsList: profile.showsList,
    scale: profile.scoreScale,
    counts,
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

import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { PublicProfile } from "~/features/profile/public-profile.server";
import { countEntries } from "~/features/watch-list/count-entries.server";
import { getListStatistics } from "~/features/watch-list/get-list-statistics.server";
import { nameFilter } from "~/http/cached-catalog.server";
import type { Services } from "~/http/context";

interface Viewer {
  parentalControl: boolean;
  titleLanguage: TitleLanguage;
}

/** The profile, and what the viewer may see of its lists: others see no private entries. */
export async function profileData(
  services: Services,
  profile: PublicProfile,
  { parentalControl, titleLanguage }: Viewer,
  { isOwn }: { isOwn: boolean },
) {
  const { db } = services;
  const shown = { parentalControl, hidePrivate: !isOwn };
  const [counts, statistics, favorites, showsGenre, showsStudio] = await Promise.all([
    countEntries(db, profile.id, shown),
    getListStatistics(db, profile.id, shown),
    getAnimesById(db, profile.favoriteAnimes, { parentalControl }),
    nameFilter(services, "genres", parentalControl),
    nameFilter(services, "studios", parentalControl),
  ]);
  const {
    name,
    userName,
    avatarUrl,
    bannerImage,
    frequencyOfWatch,
    fanaticLevel,
    preferredFormat,
    favoriteGenres,
    favoriteStudios,
  } = profile;
  return {
    user: {
      name,
      userName,
      avatarUrl,
      bannerImage,
      frequencyOfWatch,
      fanaticLevel,
      preferredFormat,
      favoriteGenres: favoriteGenres.filter(showsGenre),
      favoriteStudios: favoriteStudios.filter(showsStudio),
    },
    counts,
    statistics,
    favorites: profile.favoriteAnimes.flatMap((id) => {
      const anime = favorites.get(id);
      return anime === undefined ? [] : [animeCard(anime, titleLanguage)];
    }),
  };
}

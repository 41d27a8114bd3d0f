import { animesById } from "~/features/catalog/animes-by-id.server";
import { isMature } from "~/features/catalog/maturity";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { PublicProfile } from "~/features/profile/public-profile.server";
import { countEntries } from "~/features/watch-list/count-entries.server";
import { listStatistics } from "~/features/watch-list/list-statistics.server";
import type { Database } from "~db/client.server";

interface Reader {
  parentalControl: boolean;
  titleLanguage: TitleLanguage;
}

/** What a profile's page shows, to its owner and to others alike: what is open of the person, and of their lists what the reader may see. */
export async function profileData(
  db: Database,
  profile: PublicProfile,
  { parentalControl, titleLanguage }: Reader,
) {
  const [counts, statistics, favorites] = await Promise.all([
    countEntries(db, profile.id, { hideMature: parentalControl }),
    listStatistics(db, profile.id, { hideMature: parentalControl }),
    animesById(db, profile.favoriteAnimes),
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
    person: {
      name,
      userName,
      avatarUrl,
      bannerImage,
      frequencyOfWatch,
      fanaticLevel,
      preferredFormat,
      favoriteGenres,
      favoriteStudios,
    },
    counts,
    statistics,
    favorites: profile.favoriteAnimes.flatMap((id) => {
      const anime = favorites.get(id);
      return anime === undefined || (parentalControl && isMature(anime))
        ? []
        : [animeCard(anime, titleLanguage)];
    }),
  };
}

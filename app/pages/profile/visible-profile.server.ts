import type { ParentalControl } from "~/features/catalog/parental-control";
import { getProfile } from "~/features/profile/get-profile.server";
import type { ProfileRecord } from "~/features/profile/profile-record";
import { nameFilter } from "~/pages/parts/cached-catalog.server";
import type { CatalogTools } from "~/services/shared-services";

interface FavoriteNames {
  favorite_genres?: string[] | undefined;
  favorite_studios?: string[] | undefined;
}

/** Leaves out names that only hidden titles have. */
export async function getVisibleProfile(
  services: CatalogTools,
  userId: string,
  parentalControl: ParentalControl,
): Promise<ProfileRecord> {
  const [profile, showsGenre, showsStudio] = await read(services, userId, parentalControl);
  return {
    ...profile,
    favorite_genres: profile.favorite_genres.filter(showsGenre),
    favorite_studios: profile.favorite_studios.filter(showsStudio),
  };
}

/** Adds back the names that `getVisibleProfile` left out of the form. */
export async function withHiddenNames<Tastes extends FavoriteNames>(
  services: CatalogTools,
  userId: string,
  { parentalControl, tastes }: { parentalControl: ParentalControl; tastes: Tastes },
): Promise<Tastes> {
  const [profile, showsGenre, showsStudio] = await read(services, userId, parentalControl);
  return {
    ...tastes,
    favorite_genres: merge(tastes.favorite_genres, profile.favorite_genres, showsGenre),
    favorite_studios: merge(tastes.favorite_studios, profile.favorite_studios, showsStudio),
  };
}

function read(services: CatalogTools, userId: string, parentalControl: ParentalControl) {
  return Promise.all([
    getProfile(services.db, userId),
    nameFilter(services, "genres", parentalControl),
    nameFilter(services, "studios", parentalControl),
  ]);
}

function merge(
  submitted: string[] | undefined,
  stored: readonly string[],
  isShown: (name: string) => boolean,
): string[] | undefined {
  return submitted === undefined
    ? undefined
    : [...new Set([...submitted, ...stored.filter((name) => !isShown(name))])];
}

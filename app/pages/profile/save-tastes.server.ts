import { getProfile } from "~/features/profile/get-profile.server";
import type { TastesInput } from "~/features/profile/profile-input";
import { saveProfile } from "~/features/profile/save-profile.server";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { addWatched } from "~/features/watch-list/tracking/track-entries.server";
import type { CatalogTools } from "~/services/shared-services";
import { withHiddenNames } from "./visible-profile.server";

/**
 * Saves the tastes; titles that the form marks as seen for the first time become completed in the
 * list. Throws `NotFound` when the account is gone.
 */
export async function saveTastes(
  services: CatalogTools,
  tracker: Tracker,
  tastes: TastesInput,
): Promise<void> {
  const { db } = services;
  const { userId, parentalControl } = tracker;
  const { watched_animes } = await getProfile(db, userId);
  const tracked = new Set(watched_animes);
  const added = tastes.watched_animes?.filter((id) => !tracked.has(id)) ?? [];
  // The list comes first: what fails between the two is done when the form is sent again.
  if (added.length > 0) await addWatched(db, tracker, added);
  await saveProfile(
    db,
    userId,
    await withHiddenNames(services, userId, { parentalControl, tastes }),
  );
}

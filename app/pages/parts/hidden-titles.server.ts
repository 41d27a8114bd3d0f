import type { Viewer } from "~/features/catalog/visibility.server";
import { loadFranchiseIndex } from "~/features/franchise/load-franchise-index.server";
import { indexFranchises, type FranchiseIndex } from "~/features/franchise/completed-franchises";
import {
  readBitmapPlaces,
  type BitmapPlaces,
} from "~/features/listing/bitmaps/bitmap-places.server";
import {
  createHiddenTitles,
  type HiddenTitles,
} from "~/features/listing/hidden/hidden-titles.server";
import type { HideKind } from "~/features/listing/hidden/hide-choices";
import { titlesToHide, listHideableEntries } from "~/features/watch-list/hideable-titles.server";
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";

const FRANCHISES = cacheKind<FranchiseIndex>("franchises");
const BITMAP_PLACES = cacheKind<BitmapPlaces>("bitmap-places");

interface HiddenOptions extends Viewer {
  userId: string;
  kinds: readonly HideKind[];
}

/** What listings leave out for a user; null for nothing. */
export async function getHiddenTitles(
  { db, caches }: Pick<CatalogTools, "db" | "caches">,
  { userId, kinds, ...viewer }: HiddenOptions,
): Promise<HiddenTitles | null> {
  if (kinds.length === 0) return null;
  // Titles begin to air on a day.
  const today = new Date().toISOString().slice(0, 10);
  const [entries, franchises, places] = await Promise.all([
    listHideableEntries(db, userId),
    kinds.includes("franchise")
      ? caches.get(FRANCHISES, today, () => loadFranchiseIndex(db))
      : indexFranchises([]),
    caches.get(BITMAP_PLACES, "all", () => requirePlaces(readBitmapPlaces(db))).catch(noneIfStale),
  ]);
  return createHiddenTitles(titlesToHide(entries, kinds, { franchises, ...viewer }), places);
}

class StaleBitmaps extends Error {}

/** Throws when reading fails. Failures are not cached, so that the next request reads again. */
async function requirePlaces(reading: Promise<BitmapPlaces | null>): Promise<BitmapPlaces> {
  const places = await reading;
  if (places === null) throw new StaleBitmaps();
  return places;
}

function noneIfStale(error: unknown): null {
  if (error instanceof StaleBitmaps) return null;
  throw error;
}

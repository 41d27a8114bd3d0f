import type { Viewer } from "~/features/catalog/visibility.server";
import { loadFranchiseIndex } from "~/features/franchise/load-franchise-index.server";
import { indexFranchises } from "~/features/franchise/wholly-seen";
import {
  readBitmapPlaces,
  type BitmapPlaces,
} from "~/features/listing/bitmaps/bitmap-places.server";
import {
  createHiddenTitles,
  type HiddenTitles,
} from "~/features/listing/hidden/hidden-titles.server";
import type { KnownKind } from "~/features/listing/hidden/hide-choices";
import { knownTitles, listKnownEntries } from "~/features/watch-list/known-titles.server";
import type { Services } from "./context";

interface HiddenOptions extends Viewer {
  userId: string;
  kinds: readonly KnownKind[];
}

/** What listings leave out for a user; null for nothing. */
export async function getHiddenTitles(
  { db, catalogCache }: Pick<Services, "db" | "catalogCache">,
  { userId, kinds, ...viewer }: HiddenOptions,
): Promise<HiddenTitles | null> {
  if (kinds.length === 0) return null;
  const [entries, franchises, places] = await Promise.all([
    listKnownEntries(db, userId),
    kinds.includes("franchise")
      ? catalogCache.get("franchise-index", () => loadFranchiseIndex(db))
      : indexFranchises([]),
    catalogCache.get("bitmap-places", () => requirePlaces(readBitmapPlaces(db))).catch(noneIfStale),
  ]);
  return createHiddenTitles(knownTitles(entries, kinds, { franchises, ...viewer }), places);
}

class StaleBitmaps extends Error {}

/** Failures are not cached, so the next request asks again. */
async function requirePlaces(reading: Promise<BitmapPlaces | null>): Promise<BitmapPlaces> {
  const places = await reading;
  if (places === null) throw new StaleBitmaps();
  return places;
}

function noneIfStale(error: unknown): null {
  if (error instanceof StaleBitmaps) return null;
  throw error;
}

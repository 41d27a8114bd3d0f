import { getCollectionType } from "~/features/watch-list/get-collection-type.server";
import { presentWishes } from "~/features/wishes/present-wishes";
import { readTitleWishes } from "~/features/wishes/wishes.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import { loadRelatedTitles } from "./related-titles.server";
import { loadWatch, type WatchRequest, type WatchServices } from "./load-watch.server";

/** Reads an episode's page. Throws as `loadWatch` does. */
export async function loadEpisode(
  services: WatchServices,
  viewer: PageViewer,
  { id, number }: { id: number; number: number },
  request: WatchRequest,
) {
  const { user } = viewer;
  const [page, listType, wishes] = await Promise.all([
    loadWatch(services, viewer, { animeId: id, number }, request),
    user === null ? null : getCollectionType(services.db, user.id, id),
    user === null ? [] : readTitleWishes(services.db, id, user.id),
  ]);
  return {
    ...page,
    listType,
    wishes: presentWishes(viewer.i18n, wishes, { plays: true }),
    ...(await loadRelatedTitles(services, viewer, id)),
  };
}

/** What the page shows. */
export type EpisodePageData = Awaited<ReturnType<typeof loadEpisode>>;

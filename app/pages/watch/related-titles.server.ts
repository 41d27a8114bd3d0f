import { listRelated } from "~/features/title/list-related.server";
import type { CatalogTools } from "~/services/shared-services";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import { presentCards } from "~/pages/parts/present-cards.server";
import { relatedCards, withoutSequels } from "~/pages/parts/related-cards.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

/** The titles related to one that is watched; without sequels for whom they would be spoilers. */
export async function loadRelatedTitles(
  services: CatalogTools,
  viewer: PageViewer,
  animeId: number,
) {
  const { i18n, masks, parentalControl, titleLanguage: language } = viewer;
  const related = await listRelated(services.db, { id: animeId, parentalControl });
  const entries = await getOwnEntries(services.db, viewer, [
    animeId,
    ...related.map(({ anime: { mal_id: id } }) => id),
  ]);
  const hidesSequels = masks.episodeTitles && entries.get(animeId)?.state !== "completed";
  const shown = hidesSequels ? withoutSequels(related, entries) : related;
  return {
    related: await presentCards(services, viewer, relatedCards(shown, { language, i18n })),
    listStates: showListStates(viewer, entries),
  };
}

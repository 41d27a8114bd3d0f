import type { ParentalControl } from "~/features/catalog/parental-control";
import { cachedPlayableTitles, presentCards } from "~/pages/parts/present-cards.server";
import { normaliseName } from "~/features/catalog/term-key";
import { activeFilters } from "~/features/listing/filters/filters";
import { parseFilters } from "~/features/listing/parse-listing.server";
import { catalogNameFormatter, createNameFormatter } from "~/pages/parts/applied-filters.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { readListView, type ListView } from "~/features/watch-list/view/list-view";
import { loadListEntries, listEntryIds } from "./load-list-entries.server";
import type { CatalogTools, SharedServices } from "~/services/shared-services";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

/** Reads the part of the user's list that the URL describes. */
export async function loadList(
  services: SharedServices,
  viewer: PageViewer,
  { user, parameters }: { user: SessionUser; parameters: URLSearchParams },
) {
  const { i18n, titleLanguage, parentalControl, skipsFiller } = viewer;
  const view = readListView(parameters, parseFilters(parameters));
  const { scoreScale: scale, site } = user.preferences;
  const { listLayout, listCollapsed } = readSitePreferences(site);
  const playable = await cachedPlayableTitles(services, viewer);
  return {
    view,
    // Nothing to play is no reason for a filter, except to remove it.
    hasPlayable: playable.size > 0 || view.filters.playable === true || view.order === "playable",
    layout: view.layout ?? listLayout,
    scale,
    editedId: Number(parameters.get(EDIT_PARAMETER)),
    ...(await presentCards(
      services,
      viewer,
      await loadListEntries(services, user.id, view, {
        collapses: listCollapsed,
        language: titleLanguage,
        parentalControl,
        skipsFiller,
        playable: [...playable.keys()],
        formatName: await nameFormatter(services, view, parentalControl),
        scale,
        i18n,
        now: new Date(),
      }),
    )),
  };
}

/** The ids of all titles that the URL of My list describes, on any of its pages. */
export function listIds(
  services: SharedServices,
  { id, preferences: { parentalControl } }: SessionUser,
  parameters: URLSearchParams,
): Promise<readonly number[]> {
  const view = readListView(parameters, parseFilters(parameters));
  return listEntryIds(services, id, view, { parentalControl });
}

/** The names of filters are looked up only where the URL has some. */
function nameFormatter(
  services: CatalogTools,
  { filters }: ListView,
  parentalControl: ParentalControl,
) {
  return activeFilters(filters).length === 0
    ? createNameFormatter([], normaliseName)
    : catalogNameFormatter(services, parentalControl);
}

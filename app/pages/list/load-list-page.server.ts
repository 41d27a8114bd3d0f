import { presentCards } from "~/pages/parts/present-cards.server";
import { normaliseName } from "~/features/catalog/term-key";
import { activeFilters } from "~/features/listing/filters/filters";
import { parseFilters } from "~/features/listing/parse-listing.server";
import { createNameFormatter } from "~/pages/parts/applied-filters.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { readListView, type ListView } from "~/features/watch-list/view/list-view";
import { handleListForm } from "~/http/forms/submit-list-form.server";
import { listPage, listPageIds } from "./list-page.server";
import { cachedGenres, cachedStudios } from "~/pages/parts/cached-catalog.server";
import {
  servicesContext,
  signedInContext,
  type RouterContext,
  visitorSettingsContext,
} from "~/http/context";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import type { CatalogTools } from "~/services/shared-services";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

/** Reads the part of the user's list that the URL describes. */
export async function loadListPage(request: Request, context: RouterContext) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { i18n, titleLanguage, parentalControl, skipsFiller } = viewer;
  const session = await context.get(signedInContext);
  return withPageErrors(context, async () => {
    const parameters = new URL(request.url).searchParams;
    const view = readListView(parameters, parseFilters(parameters));
    const { scoreScale: scale, site } = session.user.preferences;
    const { listLayout, listCollapsed } = readSitePreferences(site);
    return {
      view,
      layout: view.layout ?? listLayout,
      scale,
      editedId: Number(parameters.get(EDIT_PARAMETER)),
      flashMessage: await takeFlashMessage(request, context),
      ...(await presentCards(
        services,
        viewer,
        await listPage(services, session.user.id, view, {
          collapses: listCollapsed,
          language: titleLanguage,
          parentalControl,
          skipsFiller,
          formatName: await nameFormatter(services, view, parentalControl),
          scale,
          i18n,
          now: new Date(),
        }),
      )),
    };
  });
}

/** Handles the forms of My list, which may change all titles of its URL at once. */
export function handleListPageForm(request: Request, context: RouterContext) {
  const { parentalControl } = context.get(visitorSettingsContext);
  return handleListForm(request, context, {
    listAll: ({ user }) => {
      const parameters = new URL(request.url).searchParams;
      const view = readListView(parameters, parseFilters(parameters));
      return listPageIds(context.get(servicesContext), user.id, view, { parentalControl });
    },
  });
}

async function nameFormatter(
  services: CatalogTools,
  { filters }: ListView,
  parentalControl: boolean,
) {
  if (activeFilters(filters).length === 0) return createNameFormatter([], normaliseName);
  const names = await Promise.all([
    cachedGenres(services, parentalControl),
    cachedStudios(services, parentalControl),
  ]);
  return createNameFormatter(
    names.flat().map(({ name }) => name),
    normaliseName,
  );
}

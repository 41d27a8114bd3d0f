import { presentCards } from "~/pages/parts/present-cards.server";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { hideOnPage, readHide } from "~/pages/parts/hide-on-page.server";
import { getListStates } from "~/pages/parts/get-list-states.server";
import { pageI18n } from "~/frame/page-i18n";
import { genrePath } from "~/features/catalog/view/anime-path";
import { NamedListing } from "~/features/listing/view/named-listing";
import { loadNamedListing } from "~/pages/browse/load-named-listing.server";
import { pageQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/genre";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

export const handle: PageHandle = { isShared: true, canonicalQuery: pageQuery };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { titleLanguage, parentalControl } = viewer;
  const { searchParams } = new URL(request.url);
  return withPageErrors(context, async () => {
    const hide = await hideOnPage(services, viewer, {
      surface: "names",
      given: readHide(searchParams),
    });
    const listing = await loadNamedListing(services, {
      field: "genres",
      name: params.name,
      page: searchParams.get("page"),
      parentalControl,
      titleLanguage,
      hide,
    });
    return {
      ...(await presentCards(services, viewer, listing)),
      hideChoices: hide.choices,
      toggle: hide.toggle,
      listStates: await getListStates(services.db, viewer, listing.cards),
    };
  });
}

export default function Genre({ loaderData }: Route.ComponentProps) {
  return <NamedListing kind="genre" {...loaderData} path={genrePath(loaderData.name)} />;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t, label } = pageI18n(matches);
  const name = label("genre", loaderData.name);
  return [
    { title: t("site.pageTitle", { title: name }) },
    { name: "description", content: t("browse.genreDescription", { name }) },
  ];
}

import { FavoriteForm } from "~/features/credits/view/favorite-form";
import { isFavoriteStudio, setFavoriteStudio } from "~/features/profile/favorite-studios.server";
import { servicesContext, visitorSettingsContext } from "~/http/context";
import { requireStudio } from "~/pages/parts/cached-catalog.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { feedLink, pageI18n } from "~/frame/page-i18n";
import { studioPath } from "~/features/catalog/view/anime-path";
import { NamedListing } from "~/features/listing/view/named-listing";
import { loadNamedListing, requireStorableName } from "~/pages/browse/load-named-listing.server";
import { formAction } from "~/ui/forms/form-action";
import { pageQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/studio";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { submitFavorite } from "./submit-favorite.server";

export const handle: PageHandle = { isShared: true, canonicalQuery: pageQuery };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { user } = viewer;
  const { searchParams: parameters } = new URL(request.url);
  const listed = { field: "studios", name: params.name, parameters } as const;
  return withPageErrors(context, async () => {
    const listing = await loadNamedListing(services, viewer, listed);
    return {
      ...listing,
      isFavorite: user === null ? null : await isFavoriteStudio(services.db, user.id, listing.name),
    };
  });
}

export function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  return submitFavorite(request, context, async (userId, isAdded) => {
    // One that the viewer cannot see can be removed, but not added.
    const named = requireStorableName(params.name);
    const name = isAdded ? await requireStudio(services, named, parentalControl) : named;
    await setFavoriteStudio(services.db, userId, { name, isAdded });
  });
}

export const clientAction = formAction<typeof action>();

export default function Studio({ loaderData, actionData }: Route.ComponentProps) {
  const path = studioPath(loaderData.name);
  return (
    <NamedListing kind="studio" {...loaderData} path={path}>
      <FavoriteForm isFavorite={loaderData.isFavorite} path={path} failure={actionData?.failure} />
    </NamedListing>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const { name } = loaderData;
  return [
    { title: t("site.pageTitle", { title: name }) },
    { name: "description", content: t("browse.studioDescription", { name }) },
    feedLink(t("feed.atom"), loaderData.feed),
  ];
}

import {} from "react-router";
import { scopeContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { ownListStates } from "~/http/pages/own-list-states.server";
import { pageWords } from "~/http/pages/page-words";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { studioPath } from "~/features/catalog/view/anime-path";
import { NamedListing } from "~/features/catalog/view/browse/named-listing";
import { namedListing } from "~/features/catalog/view/browse/named-listing.server";
import { RouteFailure } from "~/routes/site/error-page";
import type { Route } from "./+types/studio";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const page = new URL(request.url).searchParams.get("page");
  return withPageErrors(scope, async () => {
    const listing = await namedListing(scope.services, {
      field: "studios",
      name: params.name,
      page,
      parentalControl,
      titleLanguage,
    });
    return { ...listing, listStates: await ownListStates(request, scope, listing.cards) };
  });
}

export default function Studio({ loaderData }: Route.ComponentProps) {
  return <NamedListing kind="studio" {...loaderData} path={studioPath(loaderData.name)} />;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t } = pageWords(matches);
  const { name } = loaderData;
  return [
    { title: t("site.pageTitle", { title: name }) },
    { name: "description", content: t("browse.studioDescription", { name }) },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteFailure error={error} />;
}

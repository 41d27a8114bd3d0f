import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { feedLink, pageI18n } from "~/frame/page-i18n";
import { genrePath } from "~/features/catalog/view/anime-path";
import { NamedListing } from "~/features/listing/view/named-listing";
import { loadNamedListing } from "~/pages/browse/load-named-listing.server";
import { pageQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/genre";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

export const handle: PageHandle = { isShared: true, canonicalQuery: pageQuery };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await getPageViewer(request, context);
  const { searchParams: parameters } = new URL(request.url);
  const listed = { field: "genres", name: params.name, parameters } as const;
  return withPageErrors(context, () =>
    loadNamedListing(context.get(servicesContext), viewer, listed),
  );
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
    feedLink(t("feed.atom"), loaderData.feed),
  ];
}

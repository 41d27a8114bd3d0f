import { isRouteErrorResponse, href } from "react-router";
import { pageI18n } from "~/frame/page-i18n";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { formatYearAndType } from "~/features/catalog/view/facts";
import { submitListForm } from "~/http/forms/submit-list.server";
import { ErrorPage } from "~/frame/error-page";
import { changeAction } from "~/ui/changes/change-in-place";
import { SOCIAL_SIZE } from "~/artwork/cover-sizes";
import { TitlePage } from "~/pages/title/title-page";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/anime";
import type { PageErrorData } from "~/frame/page-error-data";
import { NotFound } from "~/errors/app-error";
import { animePath, parseAnimeId } from "~/features/catalog/view/anime-path";
import { getAnime } from "~/features/title/get-anime.server";
import { requestContext, servicesContext } from "~/http/context";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { readChosenTitle } from "./chosen-title.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { withMergedRedirect } from "~/http/pages/merged-redirect.server";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import { loadTitle } from "~/pages/title/load-title.server";

export const handle: PageHandle = {
  isShared: true,
  editPath: ({ id = "" }) => href("/admin/titles/:id", { id }),
};

/** Redirects a merged title, and any other path than the page's own. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  const viewer = await getPageViewer(request, context);
  const { parentalControl } = viewer;
  const url = new URL(request.url);
  return withPageErrors(context, async () => {
    const id = parseAnimeId(params.id);
    if (id === null) throw new NotFound("anime.notFound");
    const anime = await withMergedRedirect(
      services.db,
      { id, parentalControl },
      (into) => href("/anime/:id/:slug?", { id: String(into) }) + url.search,
      () => getAnime(services.db, { id, parentalControl }),
    );
    requireCanonicalPath(animePath(anime), params, url);
    const parameters = url.searchParams;
    const chosen = await readChosenTitle(request, context, animePath(anime));
    return {
      ...(await loadTitle(services, viewer, anime, { parameters, origin, chosen })),
      flashMessage: await takeFlashMessage(request, context),
    };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function AnimePage(props: Route.ComponentProps) {
  return (
    <CardStates value={props.loaderData.listStates}>
      <TitlePage {...props} />
    </CardStates>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { anime, canonical, image, linkedData } = loaderData;
  const i18n = pageI18n(matches);
  const description = (
    anime.synopsis[0] ?? `${anime.title.text}: ${formatYearAndType(i18n, anime)}`
  ).slice(0, 200);
  return [
    { title: i18n.t("site.pageTitle", { title: anime.title.text }) },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:type", content: anime.type === "Movie" ? "video.movie" : "video.tv_show" },
    { property: "og:title", content: anime.title.text },
    { property: "og:description", content: description },
    { property: "og:url", content: canonical },
    { property: "og:image", content: image },
    { property: "og:image:width", content: String(SOCIAL_SIZE.width) },
    { property: "og:image:height", content: String(SOCIAL_SIZE.height) },
    { property: "og:image:alt", content: anime.title.text },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": linkedData },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  const { message, withheld } = error.data as PageErrorData;
  return (
    <ErrorPage
      status={error.status}
      message={error.status === 404 ? message : undefined}
      withheld={withheld}
    />
  );
}

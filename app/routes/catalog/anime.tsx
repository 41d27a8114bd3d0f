import { isRouteErrorResponse } from "react-router";
import { pageI18n } from "~/frame/page-i18n";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { formatYearAndType } from "~/features/catalog/view/facts";
import { handleListForm } from "~/http/forms/submit-list-form.server";
import { ErrorPage } from "~/frame/error-page";
import { changeAction } from "~/ui/changes/change-in-place";
import { SOCIAL_SIZE } from "~/artwork/cover-sizes";
import { loadTitlePage } from "~/pages/title/load-title-page.server";
import { TitlePage } from "~/pages/title/title-page";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/anime";
import type { PageErrorData } from "~/frame/page-error-data";

export const handle: PageHandle = { isShared: true };

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadTitlePage(request, context, params);
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
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
  const { message } = error.data as PageErrorData;
  return <ErrorPage status={error.status} message={error.status === 404 ? message : undefined} />;
}

import { GenreIndex } from "~/features/home/genre-index";
import { RouteErrorPage } from "~/frame/error-page";
import { noQuery } from "~/frame/canonical-query";
import { pageI18n } from "~/frame/page-i18n";
import type { PageHandle } from "~/http/pages/page-handle";
import { useI18n } from "~/i18n/i18n-context";
import { loadGenresPage } from "~/pages/genres/load-genres-page.server";
import type { Route } from "./+types/genres";

export const handle: PageHandle = { isShared: true, canonicalQuery: noQuery };

export function loader({ context }: Route.LoaderArgs) {
  return loadGenresPage(context);
}

export default function Genres({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="page-column pt-8 md:pt-12">
      <h1 className="mb-6 text-3xl max-md:text-2xl">{t("genres.heading")}</h1>
      <GenreIndex genres={loaderData.genres} />
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("genres.heading") }) },
    { name: "description", content: t("genres.description") },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}

import { GenreIndex } from "~/features/home/genre-index";
import { genresByName } from "~/features/listing/view/genres-by-name";
import { noQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/frame/page-handle";
import { pageI18n } from "~/frame/page-i18n";
import { servicesContext } from "~/http/context";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { useI18n } from "~/i18n/i18n-context";
import { cachedGenres } from "~/pages/parts/cached-catalog.server";
import type { Route } from "./+types/genres";

export const handle: PageHandle = { isShared: true, canonicalQuery: noQuery };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { i18n, parentalControl } = await getPageViewer(request, context);
  const genres = await cachedGenres(context.get(servicesContext), parentalControl);
  return { genres: genresByName(i18n, genres) };
}

export default function Genres({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="page-column pt-8 md:pt-12">
      <header className="mb-6">
        <h1 className="text-3xl max-md:text-2xl">{t("genres.heading")}</h1>
        <p className="mt-2 text-sm text-ink-soft">{t("genres.description")}</p>
      </header>
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

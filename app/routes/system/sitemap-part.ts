import { NotFound } from "~/errors/app-error";
import {
  listNamePages,
  listTitlePages,
  type PagePath,
} from "~/features/catalog/sitemap/list-pages.server";
import { pagesXml } from "~/features/catalog/sitemap/sitemap-xml";
import type { Viewer } from "~/features/catalog/visibility.server";
import { servicesContext } from "~/http/context";
import type { CatalogTools } from "~/services/shared-services";
import { type PageRoutes, pageRoutesContext } from "~/http/pages/page-routes";
import { errorResponse } from "~/http/response/error-response.server";
import { cachedText } from "./cached-text.server";
import type { Route } from "./+types/sitemap-part";

/** `/sitemap/pages.xml`, `/sitemap/names.xml`, `/sitemap/titles-0.xml`, … */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const listPages = findPageLister(params.part, context.get(pageRoutesContext));
  if (listPages === null) return errorResponse(new NotFound("sitemap.notFound"));
  return cachedText(request, context, {
    name: `sitemap/${params.part}`,
    contentType: "application/xml; charset=utf-8",
    listsTitles: true,
    render: async (origin, viewer) =>
      pagesXml(
        (await listPages(context.get(servicesContext), viewer)).map(
          ({ path, changedAt = null }) => ({
            url: origin + path,
            changedAt,
          }),
        ),
      ),
  });
}

type SitemapPage = Pick<PagePath, "path"> & Partial<PagePath>;

function findPageLister(
  file: string,
  { indexed }: PageRoutes,
): ((catalog: CatalogTools, viewer: Viewer) => Promise<SitemapPage[]>) | null {
  if (file === "pages.xml") return () => Promise.resolve(indexed.map((path) => ({ path })));
  if (file === "names.xml") return ({ db }, viewer) => listNamePages(db, viewer);
  const part = /^titles-(0|[1-9]\d{0,5})\.xml$/.exec(file)?.[1];
  return part === undefined ? null : ({ db }, viewer) => listTitlePages(db, viewer, Number(part));
}

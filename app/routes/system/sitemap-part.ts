import { NotFound } from "~/errors/app-error";
import {
  listNamePages,
  listTitlePages,
  type PagePath,
} from "~/features/catalog/sitemap/list-addresses.server";
import { pagesXml } from "~/features/catalog/sitemap/sitemap-xml";
import { scopeContext, type Services } from "~/http/context";
import { errorResponse } from "~/http/response/error-response.server";
import { publicText } from "./public-text.server";
import type { Route } from "./+types/sitemap-part";

/** The pages that are no title's and no name's, and that change with the day. */
const PAGES = ["/", "/browse", "/schedule", "/docs"];

/** `/sitemap/pages.xml`, `/sitemap/names.xml` and `/sitemap/titles-0.xml` and on: what search engines may read. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const scope = context.get(scopeContext);
  const list = listerOf(params.part);
  if (list === null) return errorResponse(new NotFound("The sitemap has no such part."));
  return publicText(request, scope, {
    name: `sitemap/${params.part}`,
    contentType: "application/xml; charset=utf-8",
    write: async () =>
      pagesXml(
        (await list(scope.services)).map(({ path, changedAt = null }) => ({
          address: scope.origin + path,
          changedAt,
        })),
      ),
  });
}

type Listed = Pick<PagePath, "path"> & Partial<PagePath>;

function listerOf(file: string): ((services: Services) => Promise<Listed[]>) | null {
  if (file === "pages.xml") return () => Promise.resolve(PAGES.map((path) => ({ path })));
  if (file === "names.xml") return ({ db }) => listNamePages(db);
  const part = /^titles-(0|[1-9]\d{0,5})\.xml$/.exec(file)?.[1];
  return part === undefined ? null : ({ db }) => listTitlePages(db, Number(part));
}

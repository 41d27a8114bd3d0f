import { listTitleParts } from "~/features/catalog/sitemap/list-pages.server";
import { indexXml } from "~/features/catalog/sitemap/sitemap-xml";
import { servicesContext } from "~/http/context";
import { cachedText } from "./cached-text.server";
import type { Route } from "./+types/sitemap";

export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { db } = context.get(servicesContext);
  return cachedText(request, context, {
    name: "sitemap",
    contentType: "application/xml; charset=utf-8",
    listsTitles: true,
    async render(origin, viewer) {
      const titles = await listTitleParts(db, viewer);
      return indexXml([
        { url: `${origin}/sitemap/pages.xml`, changedAt: null },
        { url: `${origin}/sitemap/names.xml`, changedAt: null },
        ...titles.map(({ part, changedAt }) => ({
          url: `${origin}/sitemap/titles-${part}.xml`,
          changedAt,
        })),
      ]);
    },
  });
}

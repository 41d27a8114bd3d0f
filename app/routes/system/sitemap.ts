import { listTitleParts } from "~/features/catalog/sitemap/list-addresses.server";
import { indexXml } from "~/features/catalog/sitemap/sitemap-xml";
import { scopeContext } from "~/http/context";
import { publicText } from "./public-text.server";
import type { Route } from "./+types/sitemap";

/** `/sitemap.xml`: the index of the sitemap's parts. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const scope = context.get(scopeContext);
  return publicText(request, scope, {
    name: "sitemap",
    contentType: "application/xml; charset=utf-8",
    async write() {
      const titles = await listTitleParts(scope.services.db);
      return indexXml([
        { address: `${scope.origin}/sitemap/pages.xml`, changedAt: null },
        { address: `${scope.origin}/sitemap/names.xml`, changedAt: null },
        ...titles.map(({ part, changedAt }) => ({
          address: `${scope.origin}/sitemap/titles-${part}.xml`,
          changedAt,
        })),
      ]);
    },
  });
}

import { NotFound } from "~/errors/app-error";
import { activeFilters } from "~/features/listing/filters/filters";
import { isTypedFilter, type TypedFilter } from "~/features/listing/list-names.server";
import { listTermCounts } from "~/features/listing/list-term-counts.server";
import { withoutClips } from "~/features/listing/clips";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { TermKind } from "~/features/catalog/term-key";
import { servicesContext } from "~/http/context";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { withoutFilter } from "~/pages/parts/applied-filters.server";
import { cachedCounts, cachedTypedNames } from "~/pages/parts/cached-catalog.server";
import { hideOnPage } from "~/pages/parts/hide-on-page.server";
import type { Route } from "./+types/filter-names";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

const KINDS: Readonly<Record<TypedFilter, TermKind>> = {
  themes: "theme",
  producers: "producer",
  sources: "source",
  tags: "tag",
};

/** Lists what can be typed into a filter of Browse, with the titles that the others leave it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const { filter } = params;
    if (!isTypedFilter(filter)) throw new NotFound("listing.noTitles");
    const catalog = context.get(servicesContext);
    const viewer = await getPageViewer(request, context);
    const { parentalControl } = viewer;
    const given = parseListing(new URL(request.url).searchParams);
    const hide = await hideOnPage(catalog, viewer, { surface: "browse", given: given.hide });
    const query = withoutFilter({ ...given, hide: hide.choices, parentalControl }, filter);
    const all = await cachedTypedNames(catalog, filter, parentalControl);
    const count = () =>
      listTermCounts(catalog, KINDS[filter], withoutClips(query), {
        hidden: hide.titles,
        names: all.map(({ name }) => name),
        isComplete: true,
      });
    const data =
      activeFilters(query).length === 0 && hide.titles === null
        ? await cachedCounts(catalog, filter, parentalControl, count)
        : await count();
    return jsonResponse({ data });
  });
}

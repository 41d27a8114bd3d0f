import type { CatalogTools } from "~/services/shared-services";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { cachedCounts, cachedStudios } from "~/pages/parts/cached-catalog.server";
import { activeFilters } from "~/features/listing/filters/filters";
import { withoutClips } from "~/features/listing/clips";
import { listTermCounts } from "~/features/listing/list-term-counts.server";
import type { Facets } from "~/features/listing/facets";
import { listFacets } from "~/features/listing/list-facets.server";
import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  type ListingQuery,
} from "~/features/listing/listing-query";
import { withoutFilter, type AppliedFilter } from "~/pages/parts/applied-filters.server";
import { browsePath } from "~/features/listing/view/browse-path";
import type { CountedFilter } from "~/features/listing/view/facet-counts";
import { cacheKind } from "~/caching/kind-caches";

const FACETS = cacheKind<Facets>("facets");
const OWN_FACETS = cacheKind<Facets>("own-facets");

/** Unfiltered facets are cached. */
export function facetsWithout(
  catalog: CatalogTools,
  query: ListingQuery,
  hidden: HiddenTitles | null,
): (field: CountedFilter | null) => Promise<Facets> {
  const kind = hidden === null ? FACETS : OWN_FACETS;
  const pending = new Map<string, Promise<Facets>>();
  return (field) => {
    const without = field === null ? query : withoutFilter(query, field);
    // What a type would find is counted for clips, too.
    const counted = field === "types" ? without : withoutClips(without);
    const key = listingSearchParams({
      ...counted,
      search: null,
      hide: [],
      page: 1,
      perPage: DEFAULT_PER_PAGE,
      parentalControl: true,
      order: "score",
    }).toString();
    const count = () => listFacets(catalog, counted, hidden);
    const facets =
      pending.get(key) ??
      (activeFilters({ ...without, hide: [] }).length === 0
        ? catalog.caches.get(
            kind,
            `${key}/${String(query.parentalControl)}/${hidden?.key ?? ""}`,
            count,
          )
        : count());
    pending.set(key, facets);
    return facets;
  };
}

const INITIAL_STUDIOS = 60;

/** The most frequent of the other filters' titles, and the chosen ones. */
export async function studioChoices(
  catalog: CatalogTools,
  query: ListingQuery,
  hidden: HiddenTitles | null,
): Promise<NameCount[]> {
  const all = await cachedStudios(catalog, query.parentalControl);
  const others = withoutFilter(query, "studios");
  const count = () =>
    listTermCounts(catalog, "studio", withoutClips(others), {
      hidden,
      names: all.map(({ name }) => name),
      isComplete: false,
    });
  const counted =
    activeFilters(others).length === 0 && hidden === null
      ? await cachedCounts(catalog, "studios", query.parentalControl, count)
      : await count();
  const isChosen = ({ name }: NameCount) => query.studios.includes(normaliseName(name));
  const chosen = counted.filter(isChosen);
  const missing = all
    .filter((studio) => isChosen(studio) && !chosen.some(({ name }) => name === studio.name))
    .map(({ name }) => ({ name, count: 0 }));
  const rest = counted.slice(0, INITIAL_STUDIOS).filter((studio) => !isChosen(studio));
  return [...chosen, ...missing, ...rest];
}

export interface Relaxation {
  label: string;
  to: string;
  total: number;
}

export async function suggestRelaxations(
  applied: readonly AppliedFilter[],
  query: ListingQuery,
  search: (query: ListingQuery) => Promise<{ total: number }>,
): Promise<Relaxation[]> {
  const fields = [...new Set(applied.map(({ filter }) => filter))];
  const relaxations = await Promise.all(
    fields.map(async (field) => {
      const relaxed = withoutFilter(query, field);
      const label = applied
        .filter((filter) => filter.filter === field)
        .map((filter) => filter.label)
        .join(", ");
      return { label, to: browsePath(relaxed), total: (await search(relaxed)).total };
    }),
  );
  return relaxations.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}

import type { Facets } from "~/features/listing/facets";

const COUNTED_FIELDS = ["genres", "types", "statuses", "seasons"] as const;
export type CountedFilter = (typeof COUNTED_FIELDS)[number];

export type FacetCounts = Readonly<Record<CountedFilter, Readonly<Record<string, number>>>>;

/** Choices are OR-ed, so a filter's counts ignore it. */
export async function countFacets(
  facetsWithout: (field: CountedFilter) => Promise<Facets>,
): Promise<FacetCounts> {
  const counted = await Promise.all(
    COUNTED_FIELDS.map(async (field) => {
      const facets = await facetsWithout(field);
      return [
        field,
        Object.fromEntries(facets[field].map(({ name, count }) => [name, count])),
      ] as const;
    }),
  );
  return Object.fromEntries(counted) as Record<CountedFilter, Record<string, number>>;
}

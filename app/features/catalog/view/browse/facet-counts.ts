import type { Facets } from "~/features/catalog/listing/facets";

/** The filters beside whose choices stands how many titles each would show. */
const COUNTED_FIELDS = ["genres", "types", "statuses", "seasons"] as const;
export type CountedField = (typeof COUNTED_FIELDS)[number];

/** How many titles each choice of a filter would show, by the choice's name; what is not in it would show none. */
export type FacetCounts = Readonly<Record<CountedField, Readonly<Record<string, number>>>>;

/**
 * Gathers the counts of every filter. Choices of one filter are OR-ed, so each filter's counts are those of the query without it: `facetsWithout`
 * answers them.
 */
export async function countedFacets(
  facetsWithout: (field: CountedField) => Promise<Facets>,
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
  return Object.fromEntries(counted) as Record<CountedField, Record<string, number>>;
}

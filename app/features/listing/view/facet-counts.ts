import { mapLimited } from "~/concurrency/map-limited";
import { normaliseName } from "~/features/catalog/term-key";
import type { Facets } from "~/features/listing/facets";
import type { ListingQuery } from "~/features/listing/listing-query";

const COUNTED_FIELDS = ["genres", "types", "statuses", "seasons"] as const;
/** Leaves connections of the pool to other requests. */
const COUNTS_AT_ONCE = 2;

export type CountedFilter = (typeof COUNTED_FIELDS)[number];

type Counts = Readonly<Record<string, number>>;
export type FacetCounts = Readonly<Record<CountedFilter, Counts>>;

interface FacetSource {
  query: ListingQuery;
  /** The query's facets without one of its filters; null leaves none out. */
  facetsWithout: (field: CountedFilter | null) => Promise<Facets>;
  /** Counts the titles that match the query, each of a franchise. */
  countTitles: () => Promise<number>;
  genres: Promise<readonly { name: string }[]>;
}

/** Choices of other filters than genres are OR-ed, so a filter's counts ignore it. */
export async function countFacets(source: FacetSource): Promise<FacetCounts> {
  const counted = await mapLimited(COUNTED_FIELDS, COUNTS_AT_ONCE, async (field) => [
    field,
    field === "genres"
      ? await countGenres(source)
      : toCounts(await source.facetsWithout(field), field),
  ]);
  return Object.fromEntries(counted) as Record<CountedFilter, Counts>;
}

/**
 * How many titles are found once a genre is chosen, too: those of the present ones that have it,
 * or, where any genre does, the present ones and those that it adds.
 */
async function countGenres({
  query: { genres: chosen },
  facetsWithout,
  countTitles,
  genres,
}: FacetSource): Promise<Counts> {
  const found = toCounts(await facetsWithout(null), "genres");
  if (chosen.length < 2) return found;
  const all = toCounts(await facetsWithout("genres"), "genres");
  const total = await countTitles();
  return Object.fromEntries(
    (await genres).map(({ name }) => {
      const count = all[name] ?? 0;
      const isChosen = chosen.includes(normaliseName(name));
      return [name, isChosen ? count : total + count - (found[name] ?? 0)];
    }),
  );
}

function toCounts(facets: Facets, field: CountedFilter): Counts {
  return Object.fromEntries(facets[field].map(({ name, count }) => [name, count]));
}

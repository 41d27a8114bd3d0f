import fc from "fast-check";
import { expect } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { arbitraryCriteria } from "./listing-oracle";
import { createSearchOracle } from "./search-oracle";
import { arbitrarySearch } from "./search-queries";

interface CompareOptions {
  list: (search: string) => Promise<{ ids: number[]; total: number }>;
  numRuns: number;
}

/**
 * Compares random queries with random filters, orders and pages with a scan of every title. Returns
 * the number of queries with results.
 */
export async function compareWithOracle(
  catalog: readonly Anime[],
  { list, numRuns }: CompareOptions,
): Promise<number> {
  const oracle = createSearchOracle(catalog);
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryCriteria(catalog, { unset: 25 }),
      arbitrarySearch(catalog),
      fc.boolean(),
      async ({ wish, search }, query, isByRelevance) => {
        const parameters = new URLSearchParams(search);
        parameters.set("search_query", query);
        if (isByRelevance) parameters.delete("order_by");
        const response = await list(parameters.toString());
        expect(response).toEqual(await oracle.list(query, wish, isByRelevance));
        if (response.ids.length > 0) hits += 1;
      },
    ),
    { numRuns },
  );
  return hits;
}

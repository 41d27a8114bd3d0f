import { cacheKind } from "~/caching/kind-caches";
import { countTerms, type TermStats } from "~/features/discovery/find-similar.server";
import type { CatalogTools } from "~/services/shared-services";

const TERMS = cacheKind<TermStats>("terms");

/** How many titles have each term, counted once until the catalog changes. */
export function cachedTerms({
  db,
  caches,
}: Pick<CatalogTools, "db" | "caches">): Promise<TermStats> {
  return caches.get(TERMS, "all", () => countTerms(db));
}

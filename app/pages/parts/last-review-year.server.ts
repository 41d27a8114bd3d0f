import type { Viewer } from "~/features/catalog/visibility.server";
import { openCachedList } from "./cached-list.server";
import type { ListCacheTools } from "./list-cache.server";

/**
 * Finds the year whose review the account menu leads to: the last one that has anything, or else
 * the present one, which has a page before anything is watched in it. Another time zone may have
 * begun a year that is still ahead here, so later ones do not count.
 */
export async function getLastReviewYear(
  tools: ListCacheTools,
  userId: string,
  { present, ...viewer }: Viewer & { present: number },
): Promise<number> {
  // Every page has the menu, which must not fail with it.
  const years = await openCachedList(tools, userId)
    .then((list) => list.listYears({ ...viewer, hidePrivate: false }))
    .catch((): number[] => []);
  return years.find((year) => year <= present) ?? present;
}

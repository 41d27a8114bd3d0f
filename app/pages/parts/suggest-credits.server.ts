import type { ParentalControl } from "~/features/catalog/parental-control";
import { suggestCredits, type CreditSuggestions } from "~/features/credits/suggest-credits.server";
import { suggestStudios, toStudioNames, type StudioName } from "~/features/credits/suggest-studios";
import { cachedStudios } from "./cached-catalog.server";
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";

const STUDIO_NAMES = cacheKind<StudioName[]>("studio-names");

/** Characters, people and studios for a partial search, at most `limit` of each. */
export async function suggestAllCredits(
  catalog: CatalogTools,
  {
    text,
    parentalControl,
    limit,
  }: { text: string; parentalControl: ParentalControl; limit: number },
): Promise<CreditSuggestions & { studios: string[] }> {
  const [credits, studios] = await Promise.all([
    suggestCredits(catalog.db, { text, parentalControl, limit }),
    catalog.caches.get(STUDIO_NAMES, String(parentalControl), async () =>
      toStudioNames(await cachedStudios(catalog, parentalControl)),
    ),
  ]);
  return { ...credits, studios: suggestStudios(studios, text, limit) };
}

import { suggestCredits, type CreditSuggestions } from "~/features/credits/suggest-credits.server";
import { suggestStudios, toStudioNames } from "~/features/credits/suggest-studios";
import { cachedStudios } from "./cached-catalog.server";
import type { CatalogTools } from "./context";

/** Characters, people and studios for a partial search, at most `limit` of each. */
export async function suggestAllCredits(
  catalog: CatalogTools,
  { text, parentalControl, limit }: { text: string; parentalControl: boolean; limit: number },
): Promise<CreditSuggestions & { studios: string[] }> {
  const [credits, studios] = await Promise.all([
    suggestCredits(catalog.db, { text, parentalControl, limit }),
    catalog.catalogCache.get(`studio-names/${parentalControl}`, async () =>
      toStudioNames(await cachedStudios(catalog, parentalControl)),
    ),
  ]);
  return { ...credits, studios: suggestStudios(studios, text, limit) };
}

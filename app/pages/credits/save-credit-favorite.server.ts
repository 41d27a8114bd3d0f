import type { ParentalControl } from "~/features/catalog/parental-control";
import { addFavorite, removeFavorite, type CreditKind } from "~/features/credits/favorites.server";
import { markForSuggestions } from "~/features/suggestions/suggestion-state.server";
import type { Database } from "~db/client.server";

interface CreditFavorite {
  userId: string;
  kind: CreditKind;
  id: number;
  parentalControl: ParentalControl;
}

/** Adds or removes a favorite. A favorite person changes what is suggested. */
export async function saveCreditFavorite(
  db: Database,
  favorite: CreditFavorite,
  isAdded: boolean,
): Promise<void> {
  await (isAdded ? addFavorite : removeFavorite)(db, favorite);
  if (favorite.kind === "person") await markForSuggestions(db, favorite.userId, { soon: true });
}

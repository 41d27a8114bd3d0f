import type { CollectionType } from "~/features/watch-list/collection-types";

/** The collections in the order in which people look for them. Alone here: pages that show them need nothing else of My list. */
export const LIST_TABS = [
  "Watching",
  "To Watch",
  "Completed",
  "Collection",
] as const satisfies readonly CollectionType[];

import type { CollectionType } from "~/features/watch-list/collection-types";

/** In order of display. A separate module, for pages that need nothing else of the watch list. */
export const LIST_TABS = [
  "Watching",
  "To Watch",
  "Completed",
  "Collection",
] as const satisfies readonly CollectionType[];

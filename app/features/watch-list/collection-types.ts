import { createChoiceParser } from "~/features/catalog/parse-vocabulary";

export const COLLECTION_TYPES = ["Collection", "Completed", "To Watch", "Watching"] as const;
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/** Accepts any casing, with space, `_` and `-` alike; null for anything else. */
export const parseCollectionType = createChoiceParser(COLLECTION_TYPES);

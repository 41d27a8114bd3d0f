import { createChoiceParser } from "~/features/catalog/vocabulary";

/** The four collections of a watch list (specification 2.7), as they are stored and answered. */
export const COLLECTION_TYPES = ["Collection", "Completed", "To Watch", "Watching"] as const;
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/**
 * Reads a collection type in any casing, with space, `_` and `-` alike (`to_watch`); null for
 * anything else.
 */
export const parseCollectionType = createChoiceParser(COLLECTION_TYPES);

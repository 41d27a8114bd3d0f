import { createChoiceParser } from "~/features/catalog/vocabulary";
import type { CollectionType } from "~/features/watch-list/collection-types";

/** The states of a MyAnimeList export. */
export const MAL_STATES = ["Watching", "Completed", "On-Hold", "Dropped", "Plan to Watch"] as const;
export type MalState = (typeof MAL_STATES)[number];

/**
 * What the four collection types do not say; it is kept beside the type and comes back in an
 * export.
 */
export const IMPORTED_STATES = ["On-Hold", "Dropped", "Rewatching"] as const;
export type ImportedState = (typeof IMPORTED_STATES)[number];

/** A place on a watch list. */
export interface EntryState {
  type: CollectionType;
  importedState: ImportedState | null;
}

/**
 * Reads a state by its label in any casing, or by the number that MyAnimeList's older exports have.
 */
export const parseMalState = createChoiceParser(MAL_STATES, {
  "1": "Watching",
  "2": "Completed",
  "3": "On-Hold",
  "4": "Dropped",
  "6": "Plan to Watch",
});
export const parseImportedState = createChoiceParser(IMPORTED_STATES);

const ENTRY_STATES: Record<MalState, EntryState> = {
  Watching: { type: "Watching", importedState: null },
  Completed: { type: "Completed", importedState: null },
  // Begun and not given up: it stays among what one watches.
  "On-Hold": { type: "Watching", importedState: "On-Hold" },
  // Known, and neither being watched nor to be.
  Dropped: { type: "Collection", importedState: "Dropped" },
  "Plan to Watch": { type: "To Watch", importedState: null },
};

/**
 * Where a MyAnimeList state belongs. Watching a finished title again is the sixth state: Completed
 * there, with a mark.
 */
export function fromMalState(state: MalState, rewatching: boolean): EntryState {
  return rewatching && state === "Completed"
    ? { type: "Watching", importedState: "Rewatching" }
    : ENTRY_STATES[state];
}

/**
 * How MyAnimeList says a place. What it has no state for becomes the nearest; `placeOfMalState`
 * then gives another type.
 */
export function toMalState({ type, importedState }: EntryState): {
  state: MalState;
  rewatching: boolean;
} {
  if (importedState === "Rewatching") return { state: "Completed", rewatching: true };
  if (importedState !== null) return { state: importedState, rewatching: false };
  const state = type === "To Watch" || type === "Collection" ? "Plan to Watch" : type;
  return { state, rewatching: false };
}

import { createChoiceParser } from "~/features/catalog/vocabulary";
import type { CollectionType } from "./collection-types";

/** The states of an entry; null is a title in the collection only. */
export const ENTRY_STATES = [
  "watching",
  "planned",
  "completed",
  "paused",
  "dropped",
  "rewatching",
] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export const parseEntryState = createChoiceParser(ENTRY_STATES);

const TYPES: Record<EntryState, CollectionType> = {
  watching: "Watching",
  paused: "Watching",
  rewatching: "Watching",
  planned: "To Watch",
  completed: "Completed",
  dropped: "Collection",
};

/** The collection type of a state, as the database generates it too. */
export function typeOfState(state: EntryState | null): CollectionType {
  return state === null ? "Collection" : TYPES[state];
}

const STATES: Record<CollectionType, EntryState | null> = {
  Watching: "watching",
  "To Watch": "planned",
  Completed: "completed",
  Collection: null,
};

/** The state after writing a collection type: the current one if it belongs to the type. */
export function stateOfType(
  type: CollectionType,
  current: EntryState | null = null,
): EntryState | null {
  return typeOfState(current) === type ? current : STATES[type];
}

/** MyAnimeList's states that collection types do not tell; `imported_state` in responses. */
export type ImportedState = "On-Hold" | "Dropped" | "Rewatching";

export function toImportedState(state: EntryState | null): ImportedState | null {
  if (state === "paused") return "On-Hold";
  if (state === "dropped") return "Dropped";
  return state === "rewatching" ? "Rewatching" : null;
}

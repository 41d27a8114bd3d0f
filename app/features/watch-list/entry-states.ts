import { createChoiceParser } from "~/features/catalog/parse-vocabulary";
import type { CollectionType } from "./collection-types";

/** States of an entry. A title that is only in the collection has null instead. */
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

/** Mirrors the database's generated column. */
export function typeOfState(state: EntryState | null): CollectionType {
  return state === null ? "Collection" : TYPES[state];
}

const STATES: Record<CollectionType, EntryState | null> = {
  Watching: "watching",
  "To Watch": "planned",
  Completed: "completed",
  Collection: null,
};

/** Keeps the current state if it belongs to the type. */
export function stateOfType(
  type: CollectionType,
  current: EntryState | null = null,
): EntryState | null {
  return typeOfState(current) === type ? current : STATES[type];
}

/** MyAnimeList's states without a collection type; `imported_state` in responses. */
export type ImportedState = "On-Hold" | "Dropped" | "Rewatching";

export function toImportedState(state: EntryState | null): ImportedState | null {
  if (state === "paused") return "On-Hold";
  if (state === "dropped") return "Dropped";
  return state === "rewatching" ? "Rewatching" : null;
}

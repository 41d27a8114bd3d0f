import { createChoiceParser } from "~/features/catalog/parse-vocabulary";
import type { EntryState } from "~/features/watch-list/entry-states";

export const MAL_STATES = ["Watching", "Completed", "On-Hold", "Dropped", "Plan to Watch"] as const;
export type MalState = (typeof MAL_STATES)[number];

/** Accepts labels in any casing, and the numbers of older exports. */
export const parseMalState = createChoiceParser(MAL_STATES, {
  "1": "Watching",
  "2": "Completed",
  "3": "On-Hold",
  "4": "Dropped",
  "6": "Plan to Watch",
});

const ENTRY_STATES: Record<MalState, EntryState> = {
  Watching: "watching",
  Completed: "completed",
  "On-Hold": "paused",
  Dropped: "dropped",
  "Plan to Watch": "planned",
};

/**
 * MyAnimeList marks a completed title that is being rewatched; other programs mark it as watched
 * again while it is being watched.
 */
export function fromMalState(state: MalState, rewatching: boolean): EntryState {
  const canBeAgain = state === "Completed" || state === "Watching";
  return rewatching && canBeAgain ? "rewatching" : ENTRY_STATES[state];
}

const MAL_STATE_OF: Record<EntryState, MalState> = {
  watching: "Watching",
  completed: "Completed",
  paused: "On-Hold",
  dropped: "Dropped",
  planned: "Plan to Watch",
  rewatching: "Completed",
};

/** Returns Planned for titles in the collection only. */
export function toMalState(state: EntryState | null): { state: MalState; rewatching: boolean } {
  return {
    state: state === null ? "Plan to Watch" : MAL_STATE_OF[state],
    rewatching: state === "rewatching",
  };
}

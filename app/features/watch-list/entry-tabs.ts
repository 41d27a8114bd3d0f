import type { EntryState } from "./entry-states";

/** The tabs of a list. Watching includes rewatching; Collection is entries without a state. */
export const ENTRY_TABS = [
  "all",
  "watching",
  "planned",
  "completed",
  "paused",
  "dropped",
  "collection",
] as const;
export type EntryTab = (typeof ENTRY_TABS)[number];

/** Beside "all", which has every entry. */
export function tabOfState(state: EntryState | null): EntryTab {
  if (state === null) return "collection";
  return state === "rewatching" ? "watching" : state;
}

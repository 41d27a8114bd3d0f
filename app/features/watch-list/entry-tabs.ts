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

/** The tabs beside "all": every entry is in one of them. */
export type StateTab = Exclude<EntryTab, "all">;

/** The states in order of display, wherever a list is counted or shown by state. */
export const STATE_TABS = ENTRY_TABS.filter((tab): tab is StateTab => tab !== "all");

/** The tab that has an entry, beside "all". */
export function tabOfState(state: EntryState | null): StateTab {
  if (state === null) return "collection";
  return state === "rewatching" ? "watching" : state;
}

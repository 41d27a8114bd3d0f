/** The states that `watch_list_entries` stores. */
export type EntryState = "watching" | "planned" | "completed" | "paused" | "dropped" | "rewatching";

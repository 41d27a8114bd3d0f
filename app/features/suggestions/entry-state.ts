/** As stored in `watch_list_entries`. */
export type EntryState = "watching" | "planned" | "completed" | "paused" | "dropped" | "rewatching";

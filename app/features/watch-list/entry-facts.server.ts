import { z } from "zod";
import { countEpisodes } from "~/features/catalog/episodes/episode-set";
import { diffEntries, toFieldChanges } from "./tracking/entry-diff";
import { toEntryRow, type EntryRow } from "./tracking/entry-fields";
import { entryRowShape } from "./tracking/entry-fields.server";
import type { TrackedEntry } from "./tracking/tracked-entry";

const { notes: _notes, tags: _tags, ...fieldShape } = entryRowShape;

/** Schemas of what a program is told of an entry: its fields without texts of the user's own. */
export const entryFactsShape = { ...fieldShape, episodes_seen: z.int().min(0) };

/** Returns what `entryFactsShape` describes. */
export function entryFacts(entry: TrackedEntry): Omit<EntryRow, "notes" | "tags"> & {
  episodes_seen: number;
} {
  const { notes: _notes, tags: _tags, ...fields } = toEntryRow(entry);
  return { ...fields, episodes_seen: countEpisodes(entry.seen) };
}

/** Names what differs, as the history of a list does. */
export function changedFields(before: TrackedEntry, after: TrackedEntry): string[] {
  const diff = diffEntries(before, after);
  return diff === null ? [] : toFieldChanges(diff.before, diff.after).map(({ field }) => field);
}

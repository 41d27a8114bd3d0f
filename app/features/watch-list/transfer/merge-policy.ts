import type { CollectionType } from "~/features/watch-list/collection-types";
import type { EntryValues } from "./entry-values";
import type { ImportedEntry } from "./imported-entry";

/** For titles on both lists: keep the stored entry, replace it, or take the newer one. */
export const MERGE_POLICIES = ["keep", "replace", "newest"] as const;
export type MergePolicy = (typeof MERGE_POLICIES)[number];

const NO_VALUES: Omit<EntryValues, "type"> = {
  importedState: null,
  watchedEpisodes: null,
  ownScore: null,
  startedOn: null,
  finishedOn: null,
  timesRewatched: null,
  notes: null,
  tags: null,
};

/** The imported values, with stored ones for fields that the format lacks. */
export function mergeValues(
  theirs: ImportedEntry & { type: CollectionType },
  ours: EntryValues | null,
): EntryValues {
  const said = Object.entries(theirs).filter(
    ([name, value]) => value !== undefined && name in NO_VALUES,
  );
  return { ...NO_VALUES, ...ours, ...Object.fromEntries(said), type: theirs.type };
}

/** Entries without a timestamp, such as MyAnimeList's, are never newer. */
export function shouldReplace(
  policy: MergePolicy,
  theirs: ImportedEntry,
  ourUpdatedAt: Date,
): boolean {
  if (policy === "newest") return theirs.updatedAt !== undefined && theirs.updatedAt > ourUpdatedAt;
  return policy === "replace";
}

/** Null and 0 are equal. */
export function hasSameValues(one: EntryValues, other: EntryValues): boolean {
  return (Object.keys(one) as (keyof EntryValues)[]).every(
    (name) => (one[name] ?? 0) === (other[name] ?? 0),
  );
}

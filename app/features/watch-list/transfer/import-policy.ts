import type { CollectionType } from "~/features/watch-list/collection-types";
import type { EntryValues } from "./entry-values";
import type { ImportedEntry } from "./imported-entry";

/** What happens to a title that is on both lists: ours stays, theirs takes its place, or the one that changed last wins. */
export const IMPORT_POLICIES = ["keep", "replace", "newest"] as const;
export type ImportPolicy = (typeof IMPORT_POLICIES)[number];

const NOTHING: Omit<EntryValues, "type"> = {
  importedState: null,
  watchedEpisodes: null,
  ownScore: null,
  startedOn: null,
  finishedOn: null,
  timesRewatched: null,
  notes: null,
  tags: null,
};

/** The values that an entry has after the import: theirs, and ours where their format has no word for it. */
export function mergedValues(
  theirs: ImportedEntry & { type: CollectionType },
  ours: EntryValues | null,
): EntryValues {
  const said = Object.entries(theirs).filter(
    ([name, value]) => value !== undefined && name in NOTHING,
  );
  return { ...NOTHING, ...ours, ...Object.fromEntries(said), type: theirs.type };
}

/** Whether theirs takes the place of ours. A list without moments, such as MyAnimeList's, is never the newer one. */
export function theirsWins(
  policy: ImportPolicy,
  theirs: ImportedEntry,
  ourUpdatedAt: Date,
): boolean {
  if (policy === "newest") return theirs.updatedAt !== undefined && theirs.updatedAt > ourUpdatedAt;
  return policy === "replace";
}

/** Whether two entries say the same. Nothing and 0 are the same count. */
export function sameValues(one: EntryValues, other: EntryValues): boolean {
  return (Object.keys(one) as (keyof EntryValues)[]).every(
    (name) => (one[name] ?? 0) === (other[name] ?? 0),
  );
}

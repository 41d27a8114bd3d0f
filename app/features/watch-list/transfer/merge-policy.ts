import type { ImportedEntry } from "./imported-entry";

/**
 * What happens to titles on both lists: keep the stored entry, replace it, or take the newer one.
 */
export const MERGE_POLICIES = ["keep", "replace", "newest"] as const;
export type MergePolicy = (typeof MERGE_POLICIES)[number];

/** Entries without a timestamp, such as MyAnimeList's, are never newer. */
export function shouldReplace(
  policy: MergePolicy,
  theirs: ImportedEntry,
  ourUpdatedAt: Date,
): boolean {
  if (policy === "newest") return theirs.updatedAt !== undefined && theirs.updatedAt > ourUpdatedAt;
  return policy === "replace";
}

/**
 * Any source overwrites the starter catalog; Jikan leaves fields that it lacks; only `hand` writes
 * titles that an operator has added.
 */
export type ImportSource = "file" | "jikan" | "starter" | "hand";

export interface WriteResult<Row> {
  added: readonly Row[];
  changed: readonly Row[];
  rejected: readonly { row: Row; reason: string; isOfUnknownTitle?: boolean }[];
  /** Rows of titles that the catalog does not have, where that is no mistake. */
  unknown?: readonly Row[];
}

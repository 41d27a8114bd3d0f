/** Any source overwrites the starter catalog; Jikan leaves fields that it lacks. */
export type ImportSource = "file" | "jikan" | "starter";

export interface WriteResult<Row> {
  added: readonly Row[];
  changed: readonly Row[];
  rejected: readonly { row: Row; reason: string }[];
}

/** Any source overwrites the starter catalog; Jikan leaves fields that it lacks. */
export type ImportSource = "file" | "jikan" | "starter";

/** Rows in none of the three lists were unchanged. */
export interface WriteResult<Row> {
  added: readonly Row[];
  changed: readonly Row[];
  /** Without a parent, such as an episode of an unknown title. */
  rejected: readonly { row: Row; reason: string }[];
}

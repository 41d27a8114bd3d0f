/**
 * Whose rows these are. The starter catalog's give way to everyone else's; Jikan's leave alone what Jikan knows nothing of.
 */
export type ImportSource = "file" | "jikan" | "starter";

/** What became of the given rows; what is in none of the three was there already. */
export interface Written<Row> {
  added: readonly Row[];
  changed: readonly Row[];
  /** Rows that the database has no place for, such as an episode of a title that it does not hold. */
  rejected: readonly { row: Row; reason: string }[];
}

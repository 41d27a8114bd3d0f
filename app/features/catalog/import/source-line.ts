/** One item of a source: its value, or why it could not be read; `at` says where it stands, as `{line: 12}`. */
export type SourceLine =
  { at: SourcePosition; value: unknown } | { at: SourcePosition; broken: string; text: string };

/** Where in its source an item stands: a line of a file, or a page and the item on it. */
export type SourcePosition = Readonly<Record<string, number>>;

/** The kinds of rows that an import brings. */
export type RowKind = "animes" | "episodes" | "relations";

/** A row that was refused. `row` is what the source wrote, as text. */
export interface Rejection {
  kind: RowKind;
  at: SourcePosition;
  reason: string;
  row: string;
}

/** What became of the rows of one kind. The four numbers add up to the rows that were read. */
export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
}

/** Counts of an import that has read nothing. */
export function noCounts(): ImportCounts {
  return { added: 0, changed: 0, unchanged: 0, rejected: 0 };
}

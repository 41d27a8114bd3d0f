export type SourceItem =
  | { at: SourcePosition; value: unknown }
  | { at: SourcePosition; broken: string; text: string };

/** A `{line}` of a file, or `{page, item}`. */
export type SourcePosition = Readonly<Record<string, number>>;

export const CATALOG_KINDS = [
  "animes",
  "episodes",
  "relations",
  "characters",
  "staff",
  "themes",
] as const;
export type CatalogKind = (typeof CATALOG_KINDS)[number];
/** `ids` are those of other sites. */
export const ROW_KINDS = [...CATALOG_KINDS, "ids"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Rejection {
  kind: RowKind;
  at: SourcePosition;
  reason: string;
  row: string;
  /** Whether it is about a title that the catalog lacks, as in a list of more titles. */
  isOfUnknownTitle?: boolean;
}

/** How rows were handled; the counts add up to the rows read. */
export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** Rows about titles that the catalog does not have; only for ids. */
  unknown?: number;
  /** Written rows of which a value could not be read, so that the stored one stays. */
  unreadable?: number;
  /** Changed rows that correct an earlier one of the same title; only for titles. */
  repeated?: number;
}

export function emptyCounts(): ImportCounts {
  return { added: 0, changed: 0, unchanged: 0, rejected: 0 };
}

/** Suggests a wrong file rather than a few bad lines. */
export function hasNoUsableRows(counts: ImportCounts): boolean {
  return (
    counts.rejected > 0 &&
    counts.added + counts.changed + counts.unchanged + (counts.unknown ?? 0) === 0
  );
}

export function requireUsableRows(counts: ImportCounts): void {
  if (hasNoUsableRows(counts)) throw new Error("No row could be used; see the rejected rows.");
}

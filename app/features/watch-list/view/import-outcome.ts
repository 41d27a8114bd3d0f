import type { ImportPolicy } from "~/features/watch-list/transfer/import-policy";

/** How many titles of one kind the preview names. */
export const NAMED_TITLES = 100;

interface NamedTitle {
  key: string;
  text: string;
  note: string | null;
}

/** What an import did, or would do. */
export interface ImportOutcome {
  done: boolean;
  policy: ImportPolicy;
  /** The list for the second step. */
  packed: string;
  groups: {
    name: "added" | "changed" | "unchanged" | "notFound";
    count: number;
    titles: NamedTitle[];
  }[];
}

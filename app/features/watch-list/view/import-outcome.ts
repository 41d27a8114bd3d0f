import type { MergePolicy } from "~/features/watch-list/transfer/merge-policy";

/** Per group of the preview. */
export const MAX_NAMED_TITLES = 100;

interface NamedTitle {
  key: string;
  text: string;
  note: string | null;
}

/** The result of an import, or of its dry run. */
export interface ImportOutcome {
  done: boolean;
  policy: MergePolicy;
  /** Changes of the file's history that will be added; 0 when done. */
  events: number;
  /** The gzipped list for the second step, in base64. */
  packed: string;
  groups: {
    name: "added" | "changed" | "unchanged" | "notFound";
    count: number;
    titles: NamedTitle[];
  }[];
}

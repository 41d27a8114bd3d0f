import type { MergePolicy } from "~/features/watch-list/transfer/merge-policy";

export const MAX_NAMED_TITLES = 100;

export interface NamedTitle {
  key: string;
  text: string;
  note: string | null;
}

export interface ImportOutcome {
  done: boolean;
  policy: MergePolicy;
  /** New events of the file's history; 0 when done. */
  events: number;
  /** The file for the second step, gzipped, in base64. */
  packed: string;
  groups: {
    name: "added" | "changed" | "unchanged" | "notFound";
    count: number;
    titles: NamedTitle[];
  }[];
  /** What the groups leave out, at most `MAX_NAMED_TITLES`. */
  notices: { count: number; titles: NamedTitle[] };
}

import { z } from "zod";
import { IMPORT_POLICIES } from "~/features/watch-list/transfer/import-policy";

/** What the two steps of an import send: the file to look at, then the same list, packed, to take in. */
export const importFormSchema = z.object({
  policy: z.enum(IMPORT_POLICIES, "Choose what happens to titles that are on both lists."),
  file: z.instanceof(File).optional(),
  packed: z.string().optional(),
});
export type ImportForm = z.output<typeof importFormSchema>;

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
  policy: (typeof IMPORT_POLICIES)[number];
  /** The list for the second step. */
  packed: string;
  groups: { name: "added" | "changed" | "unchanged" | "notFound"; count: number; titles: NamedTitle[] }[];
}

import { z } from "zod";
import { IMPORT_POLICIES } from "~/features/watch-list/transfer/import-policy";

/** What the two steps of an import send: the file to look at, then the same list, packed, to take in. */
export const importFormSchema = z.object({
  policy: z.enum(IMPORT_POLICIES, "Choose what happens to titles that are on both lists."),
  file: z.instanceof(File).optional(),
  packed: z.string().optional(),
});
export type ImportForm = z.output<typeof importFormSchema>;

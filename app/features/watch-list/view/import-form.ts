import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { MERGE_POLICIES } from "~/features/watch-list/transfer/merge-policy";

/** Step one sends `file`, step two `packed`, the same list gzipped. */
export const importFormSchema = z.object({
  policy: z.enum(MERGE_POLICIES, zodMessage("list.policy")),
  file: z.instanceof(File).optional(),
  packed: z.string().optional(),
});
export type ImportForm = z.output<typeof importFormSchema>;

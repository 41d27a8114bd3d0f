import { zodMessage } from "~/i18n/error-message";
import { Base64Content, decodeBase64 } from "~/parsing/base64-decoder";
import { z } from "zod";
import { MERGE_POLICIES } from "~/features/watch-list/transfer/merge-policy";

/** Step two carries the gzipped list in the page. 20,000 titles have about 1 MB. */
export const MAX_PACKED_BYTES = 4 * 1024 * 1024;

/** Step one sends `file`, step two `packed`, the same list gzipped. */
export const importFormSchema = z.object({
  policy: z.enum(MERGE_POLICIES, zodMessage("list.policy")),
  file: z.instanceof(File).optional(),
  packed: z.union([z.string().transform(decodeBase64), z.instanceof(Base64Content)]).optional(),
});
export type ImportForm = z.output<typeof importFormSchema>;

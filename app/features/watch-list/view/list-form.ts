import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { entryIdSchema, entryInputSchema } from "~/features/watch-list/entry-input";

export const listFormSchema = z.preprocess(
  // requestSubmit by the select sends no intent.
  (value) =>
    typeof value === "object" && value !== null && !("intent" in value)
      ? { ...value, intent: "put" }
      : value,
  z.discriminatedUnion("intent", [
    entryInputSchema.extend({ intent: z.literal("put") }),
    entryIdSchema.extend({ intent: z.literal("remove") }),
    z.object({
      intent: z.literal("undo"),
      eventId: z.uuid(zodMessage("list.nothingToRestore")),
    }),
  ]),
);
export type ListForm = z.output<typeof listFormSchema>;

import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { entryIdSchema, entryInputSchema } from "~/features/watch-list/entry-input";

/** A JSON export of one entry, sent by Undo. */
const storedEntry = z
  .string(zodMessage("list.nothingToRestore"))
  .max(60_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: zodMessage("list.nothingToRestore") });
      return z.NEVER;
    }
  });

export const listFormSchema = z.preprocess(
  // requestSubmit by the select sends no intent.
  (value) =>
    typeof value === "object" && value !== null && !("intent" in value)
      ? { ...value, intent: "put" }
      : value,
  z.discriminatedUnion("intent", [
    entryInputSchema.extend({ intent: z.literal("put") }),
    entryIdSchema.extend({ intent: z.literal("remove") }),
    z.object({ intent: z.literal("restore"), entry: storedEntry }),
  ]),
);
export type ListForm = z.output<typeof listFormSchema>;

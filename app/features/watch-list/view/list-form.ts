import { z } from "zod";
import { entryIdSchema, entryInputSchema } from "~/features/watch-list/entry-input";

/** An entry in our own format, as Undo carries it. */
const storedEntry = z
  .string("Nothing to put back.")
  .max(60_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "Nothing to put back." });
      return z.NEVER;
    }
  });

/** What the forms about one entry send: put it into a collection, remove it, or put back what Undo kept. */
export const listFormSchema = z.preprocess(
  // A select that submits its form presses no button.
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

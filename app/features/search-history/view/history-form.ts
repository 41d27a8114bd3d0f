import { z } from "zod";
import { searchInputSchema } from "~/features/search-history/search-input";

/** What the forms of the history send. */
export const historyFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("remove"),
    id: z.uuid("A search is named by its id."),
    returnTo: z.string().max(2_000).optional(),
  }),
  searchInputSchema.extend({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("clear") }),
  z.object({ intent: z.literal("track"), track: z.enum(["on", "off"]) }),
]);
/** The forms that change the searches; the switch of recording is a preference. */
export type SearchesForm = Exclude<z.output<typeof historyFormSchema>, { intent: "track" }>;

import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { searchInputSchema } from "~/features/search-history/search-input";

export const historyFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("remove"),
    id: z.uuid(zodMessage("history.invalidId")),
    returnTo: z.string().max(2_000).optional(),
  }),
  searchInputSchema.extend({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("clear") }),
  z.object({ intent: z.literal("track"), track: z.enum(["on", "off"]) }),
]);
export type SearchesForm = Exclude<z.output<typeof historyFormSchema>, { intent: "track" }>;

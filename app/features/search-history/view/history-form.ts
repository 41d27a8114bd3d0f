import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { searchInputSchema } from "~/features/search-history/search-input";

/** The page that the form is on, for a browser without JavaScript. */
const returnTo = z.string().max(2_000).optional();

export const historyFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("remove"),
    id: z.uuid(zodMessage("history.invalidId")),
    returnTo,
  }),
  searchInputSchema.extend({ intent: z.literal("restore"), returnTo }),
  z.object({ intent: z.literal("clear") }),
  z.object({ intent: z.literal("track"), track: z.enum(["on", "off"]) }),
]);
export type SearchesForm = Exclude<z.output<typeof historyFormSchema>, { intent: "track" }>;

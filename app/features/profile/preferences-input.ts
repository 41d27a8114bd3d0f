import { z } from "zod";

const colour = z
  .string("The accent color is a text such as #0057E7.")
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, "The accent color is written #rgb or #rrggbb.");
const choice = (name: string) => z.boolean(`${name} is true or false.`);

/** The request of specification 4.3, with the three spellings of the accent color. At least one choice has to be there. */
export const preferencesInputSchema = z
  .object({
    enfasiscolor: colour.optional(),
    enfasisColor: colour.optional(),
    enfasis: colour.optional(),
    parentalControl: choice("parentalControl").optional(),
    trackSearchHistory: choice("trackSearchHistory").optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    "Send at least one of enfasiscolor, parentalControl and trackSearchHistory.",
  )
  .transform(({ enfasiscolor, enfasisColor, enfasis, ...rest }) => ({
    ...rest,
    enfasiscolor: enfasiscolor ?? enfasisColor ?? enfasis,
  }));
export type PreferencesInput = z.output<typeof preferencesInputSchema>;

/** The preference record of specification 2.2. */
export const preferenceRecordSchema = z.object({
  user_id: z.string(),
  enfasiscolor: z.string(),
  parentalControl: z.boolean(),
  trackSearchHistory: z.boolean(),
  updated_at: z.iso.datetime(),
});
export type PreferenceRecord = z.output<typeof preferenceRecordSchema>;

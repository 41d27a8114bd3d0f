import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { SCORE_SCALES } from "~/features/catalog/score-scale";

export const scoreScaleSchema = z.enum(
  SCORE_SCALES,
  zodMessage({
    key: "field.choice",
    values: { field: "scoreScale", choices: SCORE_SCALES.join(", ") },
  }),
);

const color = z
  .string(zodMessage("profile.accentColor"))
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, zodMessage("profile.accentColor"));
const choice = (name: string) =>
  z.boolean(zodMessage({ key: "field.boolean", values: { field: name } }));

/** Specification 4.3, with aliases for the accent color. */
export const preferencesInputSchema = z
  .object({
    enfasiscolor: color.optional(),
    enfasisColor: color.optional(),
    enfasis: color.optional(),
    parentalControl: choice("parentalControl").optional(),
    trackSearchHistory: choice("trackSearchHistory").optional(),
    // JSON may hold the number 10.
    scoreScale: z
      .preprocess((value) => (typeof value === "number" ? String(value) : value), scoreScaleSchema)
      .optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    zodMessage({
      key: "field.atLeastOne",
      values: { fields: "enfasiscolor, parentalControl, trackSearchHistory, scoreScale" },
    }),
  )
  .transform(({ enfasiscolor, enfasisColor, enfasis, ...rest }) => ({
    ...rest,
    enfasiscolor: enfasiscolor ?? enfasisColor ?? enfasis,
  }));
export type PreferencesInput = z.output<typeof preferencesInputSchema>;

export const preferenceRecordSchema = z.object({
  user_id: z.string(),
  enfasiscolor: z.string(),
  parentalControl: z.boolean(),
  trackSearchHistory: z.boolean(),
  scoreScale: scoreScaleSchema,
  updated_at: z.iso.datetime(),
});
export type PreferenceRecord = z.output<typeof preferenceRecordSchema>;

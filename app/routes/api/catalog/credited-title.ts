import { z } from "zod";

/** A title of a character or a person. */
export const titleSchema = z.object({
  mal_id: z.int(),
  title: z.string(),
  type: z.string().nullable(),
  year: z.int().nullable(),
});

/** The `about` of a character or a person. */
export const aboutField = z
  .string()
  .nullable()
  .meta({ description: "The biography, as plain text." });

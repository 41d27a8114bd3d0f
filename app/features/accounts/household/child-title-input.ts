import { z } from "zod";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { zodMessage } from "~/i18n/error-message";
import { TITLE_CHOICES } from "./title-choices";

const noId = zodMessage("anime.invalidId");
const noChoice = zodMessage({
  key: "field.choice",
  values: { field: "state", choices: TITLE_CHOICES.join(", ") },
});

const animeIdSchema = z
  .string(noId)
  .transform((text) => parseAnimeId(text.trim()))
  .refine((id) => id !== null, noId);

/** What a parent decides about a title; `returnTo` is for browsers without JavaScript. */
export const titleDecisionSchema = z.object({
  animeId: animeIdSchema,
  state: z.enum(TITLE_CHOICES, noChoice),
  returnTo: z.string().optional(),
});

/** The form with which a child asks for a title, or takes that back. */
export const titleRequestSchema = z.object({
  animeId: animeIdSchema,
  intent: z.enum(
    ["ask", "withdraw"],
    zodMessage({ key: "field.choice", values: { field: "intent", choices: "ask, withdraw" } }),
  ),
});

import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { MAX_REASON_LENGTH } from "./wish";

const MAX_ID = 2_147_483_647;

const noId = zodMessage("anime.invalidId");
const noEpisode = zodMessage({
  key: "field.integerBetween",
  values: { field: "episode", min: 0, max: MAX_ID },
});

const wholeNumber = (message: ReturnType<typeof zodMessage>, min: number) =>
  z
    .union(
      [
        z.int(message),
        z
          .string()
          .trim()
          .regex(/^\d{1,20}$/, message),
      ],
      message,
    )
    .transform(Number)
    .refine((number) => number >= min && number <= MAX_ID, message);

const reasonField = { field: "reason", max: MAX_REASON_LENGTH };

/** Parses the wish of a JSON body or a form. Without an episode it is for the whole title. */
export const wishInputSchema = z.object({
  animeId: wholeNumber(noId, 1),
  episode: z
    .union([z.literal(["", null]).transform(() => null), wholeNumber(noEpisode, 0)], noEpisode)
    .default(null),
});

/** The form on the pages of titles and episodes; `returnTo` is for browsers without JavaScript. */
export const wishFormSchema = wishInputSchema.extend({
  intent: z.enum(["ask", "withdraw"]),
  returnTo: z.string().optional(),
});

/** What an owner decides about a wish. */
export const wishDecisionSchema = z.discriminatedUnion("intent", [
  wishInputSchema.extend({
    intent: z.literal("decline"),
    reason: z
      .string(zodMessage({ key: "field.type", values: { field: "reason", type: "string" } }))
      .trim()
      .min(1, zodMessage("wish.reasonMissing"))
      .max(MAX_REASON_LENGTH, zodMessage({ key: "field.maxLength", values: reasonField }))
      .regex(/^[^\0]*$/, zodMessage({ key: "field.noNul", values: { field: "reason" } })),
  }),
  wishInputSchema.extend({ intent: z.literal("reopen") }),
]);

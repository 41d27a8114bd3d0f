import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { toId } from "./names/ids";

export const MAX_EPISODE_OFFSET = 5_000;

const required = (field: string) => {
  const message = zodMessage({ key: "field.required", values: { field } });
  return z.string(message).min(1, message);
};

/** The group that a page or a form is about; unknown ones are not found. */
export const groupSchema = z.object({ folder: required("folder"), group: required("group") });

const offsetMessage = zodMessage({
  key: "field.integerBetween",
  values: { field: "offset", min: -MAX_EPISODE_OFFSET, max: MAX_EPISODE_OFFSET },
});

/** A title for a group. */
export const attachSchema = z.object({
  anime: z.string(zodMessage("library.chooseTitle")).transform((text, context) => {
    const id = /^\d+$/.test(text) ? toId(text) : null;
    if (id === null) {
      context.addIssue({ code: "custom", message: zodMessage("library.chooseTitle") });
      return z.NEVER;
    }
    return id;
  }),
  offset: z
    .string(offsetMessage)
    .trim()
    .regex(/^(?:[-+\u2212]?\d{1,4})?$/, offsetMessage)
    .transform((text) => Number(text.replace("\u2212", "-")))
    .pipe(
      z
        .number(offsetMessage)
        .min(-MAX_EPISODE_OFFSET, offsetMessage)
        .max(MAX_EPISODE_OFFSET, offsetMessage),
    )
    .default(0),
});

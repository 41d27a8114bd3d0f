import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { sourceInputSchema } from "./source-input";

function whole(field: string, min: number, max: number) {
  const message = zodMessage({ key: "field.integerBetween", values: { field, min, max } });
  return z.number(message).int(message).min(min, message).max(max, message);
}

/** Forms send text, and an empty one for no number. */
function fromText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.trim() === "" ? undefined : Number(value);
}

/** A source as a form sends it. */
export const sourceFormSchema = sourceInputSchema.extend({
  anime: z.preprocess(fromText, whole("anime", 1, 2_147_483_647)),
  episode: z.preprocess(fromText, whole("episode", 0, 100_000)),
  order: z.preprocess(fromText, whole("order", -1_000, 1_000).default(0)),
});

export const SOURCE_FIELDS = [
  "anime",
  "episode",
  "url",
  "kind",
  "language",
  "label",
  "order",
  "intro",
  "outro",
] as const;

import { z } from "zod";
import { parseBoolean } from "~/parsing/parse-boolean";
import { zodMessage } from "~/i18n/error-message";
import { parsePartialDate } from "./partial-date";

/** Reads a whole number, which forms send as text. */
export function whole(field: string, min: number, max: number) {
  const message = zodMessage({ key: "field.integerBetween", values: { field, min, max } });
  return z
    .union(
      [
        z.int(message),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, message)
          .transform(Number),
      ],
      message,
    )
    .refine((number) => number >= min && number <= max, message);
}

export function partialDate(field: string) {
  const message = zodMessage({ key: "list.partialDate", values: { field } });
  return z.string(message).transform((value, context): string => {
    const date = parsePartialDate(value);
    if (date !== null) return date;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** Reads a boolean, which forms send as text. */
export function flag(field: string) {
  const message = zodMessage({ key: "field.boolean", values: { field } });
  return z.preprocess(
    (value) => (typeof value === "string" ? (parseBoolean(value) ?? value) : value),
    z.boolean(message),
  );
}

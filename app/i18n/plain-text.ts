import { z } from "zod";
import { zodMessage } from "./error-message";

/** Reads text that can be stored: PostgreSQL cannot store NUL, nor UTF-8 a lone surrogate. */
export function text(field: string, max: number) {
  return z
    .string(zodMessage({ key: "field.type", values: { field, type: "string" } }))
    .trim()
    .refine(
      (value) => !/[\0\p{Cs}]/u.test(value),
      zodMessage({ key: "field.invalid", values: { field } }),
    )
    .refine(
      (value) => [...value].length <= max,
      zodMessage({ key: "field.maxLength", values: { field, max } }),
    );
}

/** Reads text of which none is left as null. */
export function optionalText(field: string, max: number) {
  return text(field, max).transform((value) => (value === "" ? null : value));
}

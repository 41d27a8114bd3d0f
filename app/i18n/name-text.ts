import { z } from "zod";
import { zodMessage, type ErrorMessage } from "./error-message";

/** Characters without a shape of their own, such as U+200B and controls. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;
/** Spaces too, and the Braille pattern without dots. */
const BLANK = /[\p{Z}\u2800]/gu;
/** PostgreSQL's `text` cannot hold NUL. */
const NO_NUL = /^[^\0]*$/;

/** Counts spaces between visible characters; 0 for a blank text. */
export function visibleLength(text: string): number {
  const visible = text.replace(IGNORABLE, "");
  return visible.replace(BLANK, "") === "" ? 0 : [...visible].length;
}

interface NameRules {
  /** Least number of visible characters; 1 by default. */
  min?: number;
  max: number;
  required: ErrorMessage;
  invalid: ErrorMessage;
  tooShort?: ErrorMessage;
  tooLong: ErrorMessage;
}

export function nameText({ min = 1, max, required, invalid, tooShort, tooLong }: NameRules) {
  return z
    .string(zodMessage(required))
    .trim()
    .regex(NO_NUL, zodMessage(invalid))
    .refine(
      (text) => visibleLength(text) >= min,
      zodMessage(min === 1 ? required : (tooShort ?? required)),
    )
    .refine((text) => [...text].length <= max, zodMessage(tooLong));
}

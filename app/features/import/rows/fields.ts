import { decodeHTMLStrict } from "entities/decode";
import { z } from "zod";
import { parseUrl } from "~/parsing/parse-url";

const MAX_INTEGER = 2_147_483_647;

const MAX_URL_LENGTH = 2_048;
const MAX_LIST_ENTRIES = 200;

// Dates outside of these years come from another field.
const MIN_YEAR = 1850;
const MAX_YEAR = 2150;

/** Removes NUL and lone surrogates, which Postgres cannot store; empty becomes `null`. */
function cleanText(text: string): string | null {
  const decoded = text.includes("&") ? decodeHTMLStrict(text) : text;
  const clean = decoded
    .replaceAll("\u0000", "")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .trim();
  return clean === "" ? null : clean;
}

export function text(max: number) {
  return z
    .string("must be text")
    .nullish()
    .transform((value) => cleanText(value ?? ""))
    .refine(
      (value) => value === null || value.length <= max,
      `must not be longer than ${max} characters`,
    );
}

export function requiredText(max: number) {
  return text(max).transform((value, context): string => {
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: "must not be empty" });
    return z.NEVER;
  });
}

export function integer(min: number, max: number = MAX_INTEGER) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .int(message)
    .min(min, message)
    .max(max, message)
    .nullish()
    .transform((value) => value ?? null);
}

export function decimal(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .number(message)
    .min(min, message)
    .max(max, message)
    .nullish()
    .transform((value) => value ?? null);
}

export const flag = z
  .boolean("must be true or false")
  .nullish()
  .transform((value) => value ?? null);

export const malId = z
  .int(`must be a whole number from 1 to ${MAX_INTEGER}`)
  .min(1, `must be a whole number from 1 to ${MAX_INTEGER}`)
  .max(MAX_INTEGER, `must be a whole number from 1 to ${MAX_INTEGER}`);

/** Unique and non-empty, in source order; missing becomes empty. */
export function names(maxLength: number) {
  return z
    .array(z.string("must be text"), "must be a list of texts")
    .max(MAX_LIST_ENTRIES, `must not hold more than ${MAX_LIST_ENTRIES} entries`)
    .nullish()
    .transform((values) => [
      ...new Set((values ?? []).map(cleanText).filter((value) => value !== null)),
    ])
    .refine(
      (values) => values.every((value) => value.length <= maxLength),
      `must not hold entries longer than ${maxLength} characters`,
    );
}

/** Rejects `javascript:` and `data:`, so that pages can render it as a link. */
export const urlOrPath = z
  .string("must be an address")
  .max(MAX_URL_LENGTH, `must not be longer than ${MAX_URL_LENGTH} characters`)
  .nullish()
  .transform((value) => {
    const trimmed = value?.trim() ?? "";
    return trimmed === "" ? null : trimmed;
  })
  .refine(
    (value) => value === null || isUrlOrPath(value),
    "must be an http or https address, or a path that starts with a slash",
  );

function isUrlOrPath(value: string): boolean {
  if (/[\s\\\p{Cc}\p{Surrogate}]/u.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  return /^https?:\/\//i.test(value) && parseUrl(value) !== null;
}

const DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date that is normalised to UTC. The time and the offset are optional. */
export const instant = z
  .string("must be an ISO 8601 date")
  .nullish()
  .transform((value, context): string | null => {
    const trimmed = value?.trim() ?? "";
    if (trimmed === "") return null;
    const parsed = parseInstant(trimmed);
    if (parsed === null) {
      context.addIssue({
        code: "custom",
        message: `must be an ISO 8601 date of the years ${MIN_YEAR} to ${MAX_YEAR}`,
      });
      return z.NEVER;
    }
    return parsed.toISOString();
  });

function parseInstant(value: string): Date | null {
  const parts = DATE_TIME.exec(value)?.groups;
  if (parts === undefined) return null;
  const [year, month, day] = [Number(parts["year"]), Number(parts["month"]), Number(parts["day"])];
  if (year < MIN_YEAR || year > MAX_YEAR) return null;
  // `Date` parses 31 February as 3 March.
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return null;
  const time = value.length === 10 ? "T00:00:00Z" : value.slice(10).replace(" ", "T");
  const withOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time)
    ? time.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")
    : `${time}Z`;
  const date = new Date(`${value.slice(0, 10)}${withOffset}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function rejectionReason(error: z.ZodError): string {
  return error.issues
    .map((issue) => [issue.path.join("."), issue.message].filter((part) => part !== "").join(" "))
    .join("; ");
}

/** `unreadable` are values that cannot be read, in words. The row says nothing of their fields. */
export type Parsed<Row> =
  | { row: Row; unreadable?: readonly string[] | undefined }
  | { reason: string };

const MAX_QUOTED_LENGTH = 100;

export function describeUnreadable(field: string, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${field} cannot be read: ${text.slice(0, MAX_QUOTED_LENGTH)}`;
}

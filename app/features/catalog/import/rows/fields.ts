import { decodeHTMLStrict } from "entities/decode";
import { z } from "zod";

/** The largest value of Postgres' `integer`. */
const INTEGER_MAX = 2_147_483_647;

const ADDRESS_MAX_LENGTH = 2_048;
const LIST_MAX_ENTRIES = 200;

// An import meets years of typing errors, but a date outside of these years is another kind of number in the wrong field.
const FIRST_YEAR = 1850;
const LAST_YEAR = 2150;

/**
 * Text as it is stored: entities decoded, NUL removed and broken surrogates replaced (Postgres can hold neither), trimmed;
 * what is empty then is `null`.
 */
function cleanText(text: string): string | null {
  const decoded = text.includes("&") ? decodeHTMLStrict(text) : text;
  // eslint-disable-next-line no-control-regex -- NUL is exactly what this is about
  const clean = decoded
    .replace(/\u0000/gu, "")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .trim();
  return clean === "" ? null : clean;
}

/** Optional text of at most `max` characters; missing and empty are `null`. */
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

/** An optional whole number within bounds, both included. */
export function integer(min: number, max: number = INTEGER_MAX) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .int(message)
    .min(min, message)
    .max(max, message)
    .nullish()
    .transform((value) => value ?? null);
}

/** An optional number within bounds, both included. */
export function decimal(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .number(message)
    .min(min, message)
    .max(max, message)
    .nullish()
    .transform((value) => value ?? null);
}

/** An optional yes or no; `null` where the source does not say. */
export const flag = z
  .boolean("must be true or false")
  .nullish()
  .transform((value) => value ?? null);

/** The id of an anime. */
export const malId = z
  .int(`must be a whole number from 1 to ${INTEGER_MAX}`)
  .min(1, `must be a whole number from 1 to ${INTEGER_MAX}`)
  .max(INTEGER_MAX, `must be a whole number from 1 to ${INTEGER_MAX}`);

/** A list of names or titles: never `null`, without empty entries and repeats, in the order of the source. */
export function names(maxLength: number) {
  return z
    .array(z.string("must be text"), "must be a list of texts")
    .max(LIST_MAX_ENTRIES, `must not hold more than ${LIST_MAX_ENTRIES} entries`)
    .nullish()
    .transform((values) => [
      ...new Set((values ?? []).map(cleanText).filter((value) => value !== null)),
    ])
    .refine(
      (values) => values.every((value) => value.length <= maxLength),
      `must not hold entries longer than ${maxLength} characters`,
    );
}

/**
 * An optional address for links, images and players: http, https, or a path of our own. Whatever else a browser would open
 * (`javascript:`, `data:`) is refused here, so that no page has to.
 */
export const address = z
  .string("must be an address")
  .max(ADDRESS_MAX_LENGTH, `must not be longer than ${ADDRESS_MAX_LENGTH} characters`)
  .nullish()
  .transform((value) => {
    const trimmed = value?.trim() ?? "";
    return trimmed === "" ? null : trimmed;
  })
  .refine(
    (value) => value === null || isAddress(value),
    "must be an http or https address, or a path that starts with a slash",
  );

function isAddress(value: string): boolean {
  if (/[\s\\\p{Cc}\p{Surrogate}]/u.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

const DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * An optional instant, answered as ISO 8601 in UTC. Reads ISO 8601 with or without a time; a time without an offset is UTC.
 */
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
        message: `must be an ISO 8601 date of the years ${FIRST_YEAR} to ${LAST_YEAR}`,
      });
      return z.NEVER;
    }
    return parsed.toISOString();
  });

function parseInstant(value: string): Date | null {
  const parts = DATE_TIME.exec(value)?.groups;
  if (parts === undefined) return null;
  const [year, month, day] = [Number(parts["year"]), Number(parts["month"]), Number(parts["day"])];
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  // `Date` reads 31 February as 3 March.
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return null;
  const time = value.length === 10 ? "T00:00:00Z" : value.slice(10).replace(" ", "T");
  const withOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time)
    ? time.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")
    : `${time}Z`;
  const instantOf = new Date(`${value.slice(0, 10)}${withOffset}`);
  return Number.isNaN(instantOf.getTime()) ? null : instantOf;
}

/** What is wrong with a row, as one sentence part per field: `score must be a number from 0 to 10; title is missing`. */
export function rejectionReason(error: z.ZodError): string {
  return error.issues
    .map((issue) => [issue.path.join("."), issue.message].filter((part) => part !== "").join(" "))
    .join("; ");
}

/** A row that can be stored, or why it cannot. */
export type Parsed<Row> = { row: Row } | { reason: string };

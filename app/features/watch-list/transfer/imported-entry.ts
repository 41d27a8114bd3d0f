import type { CollectionType } from "~/features/watch-list/collection-types";
import type { EntryValues } from "./entry-values";
import type { ImportedState } from "./mal-states";

/** Undefined fields do not exist in the list's format and keep the stored value; null is empty. */
export interface ImportedEntry extends Optional<Omit<EntryValues, "type" | "importedState">> {
  malId: number | null;
  title: string | null;
  /** Null for an unknown state. */
  type: CollectionType | null;
  importedState: ImportedState | null;
  addedAt?: Date | undefined;
  updatedAt?: Date | undefined;
}

type Optional<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/** Parsers stop after one entry more, so that the caller can reject the list. */
export const MAX_ENTRIES = 20_000;

const MAX_NOTES_LENGTH = 10_000;
const MAX_TAGS_LENGTH = 2_000;
const MAX_COUNT = 100_000;

export function parseId(value: unknown): number | null {
  return parseInteger(value, 1, 2_147_483_647);
}

/** 0 becomes null, since formats use both for none. */
export function parseCount(value: unknown): number | null {
  return parseInteger(value, 1, MAX_COUNT);
}

/** 1 to 10; null for 0. */
export function parseScore(value: unknown): number | null {
  return parseInteger(value, 1, 10);
}

function parseInteger(value: unknown, min: number, max: number): number | null {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\s*\d{1,10}\s*$/.test(value)
        ? Number(value)
        : NaN;
  return Number.isInteger(number) && number >= min && number <= max ? number : null;
}

/** YYYY-MM-DD; null for invalid and incomplete dates such as `0000-00-00`. */
export function parseDate(value: unknown): string | null {
  const match = typeof value === "string" ? /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(value) : null;
  return match === null ? null : toDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** YYYY-MM-DD, or null for an invalid date. */
export function toDate(year: unknown, month: unknown, day: unknown): string | null {
  if (
    typeof year !== "number" ||
    typeof month !== "number" ||
    typeof day !== "number" ||
    !(year >= 1900 && year <= 9999)
  )
    return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (
    Number.isNaN(date.getTime()) ||
    date.getUTCFullYear() !== year ||
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day
  )
    return null;
  return date.toISOString().slice(0, 10);
}

/** Parses Unix seconds or ISO 8601, clamped to now. */
export function parseTimestamp(value: unknown, now = Date.now()): Date | undefined {
  const time =
    typeof value === "number" ? value * 1000 : typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isFinite(time) && time > 0 ? new Date(Math.min(time, now)) : undefined;
}

/** Trims, normalizes line breaks and removes characters that XML or PostgreSQL cannot store. */
function cleanText(value: unknown, maxLength: number): string | null {
  if (typeof value !== "string") return null;
  const clean = value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .trim();
  return clean === ""
    ? null
    : [...clean.slice(0, 2 * maxLength)].slice(0, maxLength).join("").trim();
}

export const cleanNotes = (value: unknown): string | null => cleanText(value, MAX_NOTES_LENGTH);
export const cleanTags = (value: unknown): string | null => cleanText(value, MAX_TAGS_LENGTH);
export const cleanTitle = (value: unknown): string | null => cleanText(value, 300);

import type { CollectionType } from "~/features/watch-list/collection-types";
import type { EntryValues } from "./entry-values";
import type { ImportedState } from "./mal-states";

/**
 * What a list from elsewhere says about one title. Undefined is what its format has no word for; it leaves a stored value alone. Null is that there
 * is no value.
 */
export interface ImportedEntry extends Said<Omit<EntryValues, "type" | "importedState">> {
  malId: number | null;
  title: string | null;
  /** Null when the list's state is none that we know. */
  type: CollectionType | null;
  importedState: ImportedState | null;
  addedAt?: Date | undefined;
  updatedAt?: Date | undefined;
}

type Said<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/** More than every catalog holds. A file may say far more: whoever reads one stops at the first entry too many, which tells that there are. */
export const MOST_ENTRIES = 50_000;

const LONGEST_NOTES = 10_000;
const LONGEST_TAGS = 2_000;
const HIGHEST_COUNT = 100_000;

/** An id of a title, or null. */
export function readId(value: unknown): number | null {
  return readInteger(value, 1, 2_147_483_647);
}

/** A count of episodes or of times. Nothing and 0 are the same, as formats write the one for the other. */
export function readCount(value: unknown): number | null {
  return readInteger(value, 1, HIGHEST_COUNT);
}

/** A score of 1 to 10; 0 is none. */
export function readScore(value: unknown): number | null {
  return readInteger(value, 1, 10);
}

function readInteger(value: unknown, least: number, most: number): number | null {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\s*\d{1,10}\s*$/.test(value)
        ? Number(value)
        : NaN;
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

/** A whole, real date as YYYY-MM-DD; null for `0000-00-00`, for a date without its day or month, and for anything else. */
export function readDay(value: unknown): string | null {
  const match = typeof value === "string" ? /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(value) : null;
  return match === null ? null : dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** The date of its parts, or null when there is no such day. */
export function dayOf(year: unknown, month: unknown, day: unknown): string | null {
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

/** A moment that a row can hold, never later than now; undefined for anything else. */
export function readMoment(value: unknown, now = Date.now()): Date | undefined {
  const time =
    typeof value === "number" ? value * 1000 : typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isFinite(time) && time > 0 ? new Date(Math.min(time, now)) : undefined;
}

/** A text as it is stored: characters that XML or PostgreSQL cannot hold are gone, line ends are `\n`, nothing around it. Empty is null. */
export function readText(value: unknown, longest: number): string | null {
  if (typeof value !== "string") return null;
  const clean = value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .trim();
  return clean === "" ? null : [...clean.slice(0, 2 * longest)].slice(0, longest).join("").trim();
}

export const readNotes = (value: unknown): string | null => readText(value, LONGEST_NOTES);
export const readTags = (value: unknown): string | null => readText(value, LONGEST_TAGS);
export const readTitle = (value: unknown): string | null => readText(value, 300);

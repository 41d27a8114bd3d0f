import { parseBoolean } from "~/parsing/parse-boolean";
import type { EntryState } from "~/features/watch-list/entry-states";
import type { SomeEntryFields } from "~/features/watch-list/tracking/entry-fields";
import {
  MAX_NOTES_LENGTH,
  MAX_PRIORITY,
  MAX_REWATCHES,
  MAX_SCORE,
  MAX_TAGS,
  MAX_TAG_LENGTH,
} from "~/features/watch-list/tracking/entry-limits";
import { NO_EPISODES, uniteSets, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { parsePartialDate, type PartialDate } from "~/features/watch-list/tracking/partial-date";
import { wallClock, wallDate } from "~/features/schedule/time-zone";
import type { Rewatch } from "~/features/watch-list/tracking/tracked-entry";

/** A value of the file that is not imported, so that the stored one stays, or not as a whole. */
export interface UnreadValue {
  /**
   * `unset`: one that the format has for none; `shortened`: one over a limit, of which the rest is
   * left out; `unreadable`: any other.
   */
  kind: "unreadable" | "unset" | "shortened";
  /** The field's name in Akari's own files, whatever the format calls it. */
  field: string;
  value: string;
}

/** Undefined fields are missing in the format and keep the stored value; null is empty. */
export interface ImportedEntry extends SomeEntryFields {
  malId: number | null;
  /** Further ids that the file has for the title, ascending; `malId` is the lowest of all. */
  otherMalIds?: readonly number[] | undefined;
  title: string | null;
  /** Formats without ids state the year, so that titles can be looked up by name and year. */
  year?: number | null | undefined;
  /** The state; null for the collection only, undefined if unknown. */
  state: EntryState | null | undefined;
  episodesSeen?: number | null | undefined;
  seen?: EpisodeSet | undefined;
  skipped?: EpisodeSet | undefined;
  timesRewatched?: number | null | undefined;
  rewatches?: Rewatch[] | undefined;
  /** Whether a rewatch is under way in a paused or dropped title, too. */
  hasOpenRewatch?: boolean | undefined;
  /** Whether it cannot be read if the title is watched again, so that a stored rewatch stays. */
  isRewatchUnread?: boolean | undefined;
  addedAt?: Date | undefined;
  updatedAt?: Date | undefined;
  unread?: UnreadValue[] | undefined;
}

/** Stands for a record of which nothing can be read, so that it is reported. */
export const UNREADABLE_ENTRY: ImportedEntry = { malId: null, title: null, state: undefined };

const MAX_UNREAD_LENGTH = 100;

/** Returns undefined for what cannot be read; calls `shorten` if it leaves out what is over. */
export type Parser<T> = (value: unknown, shorten: () => void) => T | undefined;

/**
 * Reads the values of one record, and notes those that cannot be read, which are undefined and keep
 * what is stored, and those that are shortened.
 */
export function createValueReader(): {
  read: <T>(field: string, value: unknown, parse: Parser<T>) => T | undefined;
  note: (field: string, value: unknown, kind?: UnreadValue["kind"]) => void;
  /** Returns what is noted, for the entry. */
  unread: () => Pick<ImportedEntry, "unread">;
} {
  const unread: UnreadValue[] = [];
  const note = (field: string, value: unknown, kind: UnreadValue["kind"] = "unreadable") => {
    unread.push({ kind, field, value: describeUnread(value) });
  };
  return {
    note,
    read(field, value, parse) {
      if (value === undefined) return undefined;
      let isShortened = false;
      const parsed = parse(value, () => {
        isShortened = true;
      });
      if (parsed === undefined) note(field, value);
      else if (isShortened) note(field, value, "shortened");
      return parsed;
    },
    unread: () => (unread.length === 0 ? {} : { unread }),
  };
}

/** The beginning of a value, for reports. */
export function describeUnread(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return cleanText(text, MAX_UNREAD_LENGTH) ?? "";
}

export type ReadValue = ReturnType<typeof createValueReader>["read"];

/**
 * Reads what a format has in two fields, of which the first is more exact. If the first cannot be
 * read, the second does not say that there is no value.
 */
export function readEither<T>(
  given: unknown,
  exact: T | null | undefined,
  other: T | null | undefined,
): T | null | undefined {
  const isUnreadable = given !== undefined && exact === undefined;
  return exact ?? (isUnreadable ? (other ?? undefined) : other);
}

/** Reads a time; undefined for none, which formats also write as 0. */
export function readTimestamp(read: ReadValue, field: string, value: unknown): Date | undefined {
  return isBlank(value) || value === 0
    ? undefined
    : read(field, value, (time) => parseTimestamp(time));
}

/** Whether a value says that there is none. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}

/** Parsers stop at one entry more, so that the caller can reject the list. */
export const MAX_ENTRIES = 20_000;

export const MAX_COUNT = 100_000;

// Parsers return undefined for what cannot be read, and null for none.

export function parseId(value: unknown): number | null {
  return parseInteger(value, 1, 2_147_483_647) ?? null;
}

/** Parses a count. 0 becomes null, since formats use both for none. */
export function parseCount(value: unknown): number | null | undefined {
  const count = parseInteger(value, 0, MAX_COUNT);
  return count === 0 ? null : count;
}

/** How often a title was watched again. */
export function parseTimes(value: unknown, shorten: () => void): number | null | undefined {
  const times = parseCount(value) ?? undefined;
  if (times === undefined || times <= MAX_REWATCHES) return parseCount(value);
  shorten();
  return MAX_REWATCHES;
}

/** Maps 1 to 10, decimals included, to 10 to 100; null for 0, which is none. */
export function parseTenPoints(value: unknown): number | null | undefined {
  return parsePoints(value, (points) => (points < 1 ? NaN : points * 10));
}

/**
 * Converts a score of another scale to 1 to 100; null for 0, which is none in all of them.
 * `toHundred` returns NaN for what its scale does not have.
 */
export function parsePoints(
  value: unknown,
  toHundred: (points: number) => number,
): number | null | undefined {
  if (isBlank(value)) return null;
  const points =
    typeof value === "string" && /^\s*\d{1,3}(?:\.\d{1,2})?\s*$/.test(value)
      ? Number(value)
      : value;
  if (typeof points !== "number") return undefined;
  if (points === 0) return null;
  const score = toHundred(points);
  return score > 0 && score <= MAX_SCORE ? Math.max(1, Math.round(score)) : undefined;
}

export function parseYear(value: unknown): number | null {
  return parseInteger(value, 1900, 2200) ?? null;
}

export function parseScore(value: unknown): number | null | undefined {
  return parseInteger(value, 0, MAX_SCORE);
}

export function parsePriority(value: unknown): number | undefined {
  const priority = parseInteger(value, 0, MAX_PRIORITY);
  return priority === null ? 0 : priority;
}

function parseInteger(value: unknown, min: number, max: number): number | null | undefined {
  if (isBlank(value)) return null;
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\s*\d{1,10}\s*$/.test(value)
        ? Number(value)
        : NaN;
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

/** `2024-05-17`, `2024-05-00` or `2024`; null for none, such as `0000-00-00`. */
export function parseDate(value: unknown): PartialDate | null | undefined {
  if (isBlank(value)) return null;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^0+(?:-0+)*$/.test(text)) return null;
  return parsePartialDate(text.replace(/(?:-00)+$/, "")) ?? undefined;
}

/**
 * Returns a parser of the day in a time zone of `2024-05-17T20:09:04Z` or `2024-05-17 20:09`, which
 * is UTC; a day alone stays what it is. The zone's name is canonical.
 */
export function dayIn(timeZone: string): (value: unknown) => PartialDate | null | undefined {
  return (value) => {
    if (isBlank(value)) return null;
    if (typeof value !== "string") return undefined;
    if (/^\s*\d{4}-\d{2}-\d{2}\s*$/.test(value)) return parseDate(value);
    const instant = parseInstant(value);
    if (Number.isNaN(instant)) return undefined;
    return parsePartialDate(wallDate(wallClock(new Date(instant), timeZone))) ?? undefined;
  };
}

/** Parses `{year, month, day}`, of which the end may be missing. */
export function parseDateParts(value: unknown): PartialDate | null | undefined {
  if (isBlank(value)) return null;
  if (typeof value !== "object") return undefined;
  const { year, month, day } = value as Record<string, unknown>;
  const parts = [year, month, day].map((part) => parseInteger(part, 0, 9_999));
  if (parts.every((part) => part === null || part === 0)) return null;
  if (parts.includes(undefined)) return undefined;
  const end = parts.findIndex((part) => part === null || part === 0);
  const given = (end === -1 ? parts : parts.slice(0, end)).map((part, index) =>
    String(part).padStart(index === 0 ? 4 : 2, "0"),
  );
  return parsePartialDate(given.join("-")) ?? undefined;
}

export const MAX_SPANS = 1_000;

/** Spans of episode numbers; null for anything else. */
export function parseEpisodes(value: unknown): EpisodeSet | null {
  if (!Array.isArray(value) || value.length > MAX_SPANS) return null;
  let set: EpisodeSet = NO_EPISODES;
  for (const span of value as unknown[]) {
    const [first, last] = Array.isArray(span) ? (span as unknown[]) : [];
    const [from, to] = [parseInteger(first, 0, MAX_COUNT), parseInteger(last, 0, MAX_COUNT)];
    if (typeof from !== "number" || typeof to !== "number" || from > to) return null;
    set = uniteSets(set, [[from, to]]);
  }
  return set;
}

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:(?:Z|UTC)|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

/** UTC without a zone. NaN unless the day and the time exist, of which `Date` reads more. */
function parseInstant(text: string): number {
  const [, day = "", time = "00:00", hours = "+00", minutes = "00"] =
    TIMESTAMP.exec(text.trim()) ?? [];
  return parsePartialDate(day) === null ? NaN : Date.parse(`${day}T${time}${hours}:${minutes}`);
}

/** Parses Unix seconds or ISO 8601, clamped to now. */
export function parseTimestamp(value: unknown, now = Date.now()): Date | undefined {
  const time =
    typeof value === "number"
      ? value * 1000
      : typeof value === "string"
        ? parseInstant(value)
        : NaN;
  return Number.isFinite(time) && time >= 1 ? new Date(Math.min(time, now)) : undefined;
}

/** Trims, normalizes line breaks and removes characters that XML or PostgreSQL cannot store. */
function cleanText(value: unknown, maxLength: number, shorten?: () => void): string | null {
  if (typeof value !== "string") return null;
  const clean = value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .trim();
  if (clean === "") return null;
  const kept = [...clean.slice(0, 2 * maxLength)].slice(0, maxLength).join("");
  if (kept.length < clean.length) shorten?.();
  return kept.trim();
}

export function cleanNotes(value: unknown, shorten?: () => void): string | null | undefined {
  if (isBlank(value)) return null;
  return typeof value === "string" ? cleanText(value, MAX_NOTES_LENGTH, shorten) : undefined;
}

export function cleanTags(value: unknown, shorten?: () => void): string[] | undefined {
  if (isBlank(value)) return [];
  const isList = Array.isArray(value);
  if (!isList && typeof value !== "string") return undefined;
  const given = isList ? (value as unknown[]) : value.split(",");
  if (!given.every((tag) => typeof tag === "string" || tag === null)) return undefined;
  const list = given.map((tag) => cleanText(tag, MAX_TAG_LENGTH, shorten));
  const tags = [...new Set(list.filter((tag) => tag !== null))];
  if (tags.length > MAX_TAGS) shorten?.();
  return tags.slice(0, MAX_TAGS);
}

/**
 * Parses records with `started_on`, `finished_on`, `score` and `finished`. Our API's lack the last:
 * there, the last one without a finish date is unfinished while rewatching. Undefined when a value
 * of any of them cannot be read.
 */
export function parseRewatches(
  value: unknown,
  isRewatching: boolean,
  shorten: () => void,
): Rewatch[] | undefined {
  if (isBlank(value)) return [];
  if (!Array.isArray(value)) return undefined;
  if (value.length > MAX_REWATCHES) shorten();
  const rewatches = value.slice(0, MAX_REWATCHES).map((item: unknown, index) => {
    if (typeof item !== "object" || item === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(item));
    const startedOn = parseDate(fields.get("started_on"));
    const finishedOn = parseDate(fields.get("finished_on"));
    const score = parseScore(fields.get("score"));
    if (startedOn === undefined || finishedOn === undefined || score === undefined)
      return undefined;
    const finished = fields.has("finished")
      ? fields.get("finished") !== false
      : !(isRewatching && index === value.length - 1 && fields.get("finished_on") === null);
    return { startedOn, finishedOn, score, finished };
  });
  return rewatches.every((rewatch) => rewatch !== undefined) ? rewatches : undefined;
}

/** Reads what a cell of CSV has as JSON; null for anything else. */
export function fromCell(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Parses a flag; false for none. */
export function parseFlag(value: unknown): boolean | undefined {
  if (isBlank(value)) return false;
  if (typeof value === "boolean") return value;
  const isText = typeof value === "string" || typeof value === "number";
  return isText ? (parseBoolean(String(value)) ?? undefined) : undefined;
}

export const cleanTitle = (value: unknown): string | null => cleanText(value, 300);

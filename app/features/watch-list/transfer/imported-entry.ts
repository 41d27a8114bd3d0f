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
import {
  NO_EPISODES,
  uniteSets,
  type EpisodeSet,
} from "~/features/watch-list/tracking/episode-set";
import { parsePartialDate, type PartialDate } from "~/features/watch-list/tracking/partial-date";
import type { Rewatch } from "~/features/watch-list/tracking/tracked-entry";

/** A value of the file that says nothing, so that the stored one stays. */
export interface UnreadValue {
  /** `unset`: one that the format has for none. */
  kind: "unset";
  /** As our own files name it. */
  field: string;
  value: string;
}

/** Undefined fields are missing in the format and keep the stored value; null is empty. */
export interface ImportedEntry extends SomeEntryFields {
  malId: number | null;
  title: string | null;
  /** For formats without ids, to look titles up by name and year. */
  year?: number | null | undefined;
  /** The state; null for the collection only, undefined if unknown. */
  state: EntryState | null | undefined;
  episodesSeen?: number | null | undefined;
  seen?: EpisodeSet | undefined;
  skipped?: EpisodeSet | undefined;
  timesRewatched?: number | null | undefined;
  rewatches?: Rewatch[] | undefined;
  addedAt?: Date | undefined;
  updatedAt?: Date | undefined;
  unread?: UnreadValue[] | undefined;
}

/** Parsers stop at one entry more, so that the caller can reject the list. */
export const MAX_ENTRIES = 20_000;

const MAX_TAGS_LENGTH = 10_000;
export const MAX_COUNT = 100_000;

export function parseId(value: unknown): number | null {
  return parseInteger(value, 1, 2_147_483_647);
}

/** 0 becomes null, since formats use both for none. */
export function parseCount(value: unknown): number | null {
  return parseInteger(value, 1, MAX_COUNT);
}

/** Maps 1 to 10, decimals included, to 10 to 100; null for 0, which is none. */
export function parseTenPoints(value: unknown): number | null {
  const points =
    typeof value === "string" && /^\s*\d{1,2}(?:\.\d{1,2})?\s*$/.test(value)
      ? Number(value)
      : value;
  return typeof points === "number" && points >= 1 && points <= 10 ? toScore(points * 10) : null;
}

/** Returns null for 0 and below, which mean no score. */
export function toScore(value: number): number | null {
  return value > 0 ? Math.min(100, Math.max(1, Math.round(value))) : null;
}

export function parseYear(value: unknown): number | null {
  return parseInteger(value, 1900, 2200);
}

export function parseScore(value: unknown): number | null {
  return parseInteger(value, 0, MAX_SCORE);
}

export function parsePriority(value: unknown): number {
  return parseInteger(value, 0, MAX_PRIORITY) ?? 0;
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

/** `2024-05-17`, `2024-05-00` or `2024`; null for others, such as `0000-00-00`. */
export function parseDate(value: unknown): PartialDate | null {
  return typeof value === "string" ? parsePartialDate(value.trim().replace(/(?:-00)+$/, "")) : null;
}

/** The written day of `2024-05-17T20:09:04Z` or `2024-05-17 20:09`. */
export function parseInstantDay(value: unknown): PartialDate | null {
  return typeof value === "string" && /^\s*\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(value)
    ? parsePartialDate(value.trim().slice(0, 10))
    : null;
}

export function toDate(year: unknown, month: unknown, day: unknown): PartialDate | null {
  const parts = [year, month, day].map((part, index) =>
    typeof part === "number" && part > 0 ? String(part).padStart(index === 0 ? 4 : 2, "0") : null,
  );
  const end = parts.indexOf(null);
  return parsePartialDate((end === -1 ? parts : parts.slice(0, end)).join("-"));
}

export const MAX_SPANS = 1_000;

/** Spans of episode numbers; null for anything else. */
export function parseEpisodes(value: unknown): EpisodeSet | null {
  if (!Array.isArray(value) || value.length > MAX_SPANS) return null;
  let set: EpisodeSet = NO_EPISODES;
  for (const span of value as unknown[]) {
    const [first, last] = Array.isArray(span) ? (span as unknown[]) : [];
    const bounds = [parseInteger(first, 0, MAX_COUNT), parseInteger(last, 0, MAX_COUNT)] as const;
    if (bounds[0] === null || bounds[1] === null || bounds[0] > bounds[1]) return null;
    set = uniteSets(set, [[bounds[0], bounds[1]]]);
  }
  return set;
}

/** Parses Unix seconds or ISO 8601, clamped to now. */
export function parseTimestamp(value: unknown, now = Date.now()): Date | undefined {
  const time =
    typeof value === "number" ? value * 1000 : typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isFinite(time) && time >= 1 ? new Date(Math.min(time, now)) : undefined;
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
export function cleanTags(value: unknown): string[] {
  const list = Array.isArray(value)
    ? value.map((tag) => cleanText(tag, MAX_TAG_LENGTH))
    : (cleanText(value, MAX_TAGS_LENGTH) ?? "")
        .split(",")
        .map((tag) => cleanText(tag, MAX_TAG_LENGTH));
  return [...new Set(list.filter((tag) => tag !== null))].slice(0, MAX_TAGS);
}

/**
 * Parses records with `started_on`, `finished_on`, `score` and `finished`. Our API's lack the last:
 * there, the last one without a finish date is unfinished while rewatching.
 */
export function parseRewatches(value: unknown, isRewatching: boolean): Rewatch[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_REWATCHES).map((item: unknown, index): Rewatch => {
    const fields = new Map(typeof item === "object" && item !== null ? Object.entries(item) : []);
    return {
      startedOn: parseDate(fields.get("started_on")),
      finishedOn: parseDate(fields.get("finished_on")),
      score: parseScore(fields.get("score")),
      finished: fields.has("finished")
        ? fields.get("finished") !== false
        : !(isRewatching && index === value.length - 1 && fields.get("finished_on") === null),
    };
  });
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

/** Undefined for text that is no boolean. */
export function parseFlag(value: unknown): boolean | undefined {
  return typeof value === "string" ? (parseBoolean(value) ?? undefined) : value === true;
}

export const cleanTitle = (value: unknown): string | null => cleanText(value, 300);

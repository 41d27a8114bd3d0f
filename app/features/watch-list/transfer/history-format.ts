import type { StoredFields } from "~/features/watch-list/tracking/entry-diff";
import {
  EMPTY_FIELDS,
  ENTRY_FIELDS,
  mapEntryFields,
  type EntryFieldName,
} from "~/features/watch-list/tracking/entry-fields";
import { readFileField } from "~/features/watch-list/tracking/entry-fields.server";
import { uniteSets, type EpisodeSet } from "~/features/watch-list/tracking/episode-set";
import { parsePartialDate } from "~/features/watch-list/tracking/partial-date";
import { VIA, type Via } from "~/features/watch-list/tracking/via";
import { MAX_COUNT, MAX_SPANS, parseId, parseRewatches } from "./imported-entry";

export interface TransferredEvent {
  malId: number;
  at: string;
  day: string;
  through: Via;
  /** Shared by the events of an import or bulk change; null for a single change. */
  batch: number | null;
  before: StoredFields;
  after: StoredFields;
  watched: number;
  undoneAt: string | null;
}

type FieldName = Exclude<keyof StoredFields, "id">;

/** The names in a file. */
const NAMES: Readonly<Record<FieldName, string>> = {
  ...mapEntryFields<Record<EntryFieldName, string>>((name) => ENTRY_FIELDS[name].column),
  listed: "listed",
  seen: "episodes",
  skipped: "skipped_episodes",
  rewatches: "rewatches",
  addedAt: "added_at",
  updatedAt: "updated_at",
};

/** Omits what follows from the rest, as there are tens of thousands. */
export function toHistoryRecord(event: TransferredEvent): Record<string, unknown> {
  const { at, day, batch, watched, undoneAt, before, after } = event;
  const isAdded = after.listed !== before.listed;
  const kept = (fields: StoredFields, isBefore: boolean) =>
    Object.fromEntries(
      (Object.keys(NAMES) as FieldName[]).flatMap((name) => {
        const value = fields[name];
        if (value === undefined || value === null)
          return value === null ? [[NAMES[name], null]] : [];
        if (name === "addedAt" && !isAdded) return [];
        if (name === "updatedAt" && !isBefore && value === at) return [];
        return [[NAMES[name], toFileValue(name, value)]];
      }),
    );
  return {
    mal_id: event.malId,
    at,
    ...(day === at.slice(0, 10) ? {} : { day }),
    through: event.through,
    ...(batch === null ? {} : { batch }),
    ...(watched === 0 ? {} : { watched }),
    ...(undoneAt === null ? {} : { undone_at: undoneAt }),
    before: kept(before, true),
    after: kept(after, false),
  };
}

function toFileValue(name: FieldName, value: unknown): unknown {
  if (name === "seen" || name === "skipped") return toSpans(value as EpisodeSet);
  if (name !== "rewatches") return value;
  return (value as NonNullable<StoredFields["rewatches"]>).map((rewatch) => ({
    started_on: rewatch.startedOn,
    finished_on: rewatch.finishedOn,
    score: rewatch.score,
    finished: rewatch.finished,
  }));
}

/** `1-12,14`: one value rather than many arrays of numbers. */
function toSpans(set: EpisodeSet): string {
  return set.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

function parseSpans(text: unknown): EpisodeSet | null {
  if (typeof text !== "string") return null;
  if (text === "") return [];
  const parts = text.split(",", MAX_SPANS + 1);
  if (parts.length > MAX_SPANS) return null;
  const spans = parts.map((part) => {
    const [, first, last] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    return [Number(first), Number(last ?? first)] as const;
  });
  const isValid = spans.every(([first, last]) => first <= last && last <= MAX_COUNT);
  return isValid ? uniteSets([], spans) : null;
}

type FieldParser = (value: unknown) => unknown;

const FIELD_PARSERS: Readonly<Record<FieldName, FieldParser>> = {
  ...mapEntryFields<Record<EntryFieldName, FieldParser>>(
    (name) => (value: unknown) => readFileField(name, value) ?? EMPTY_FIELDS[name],
  ),
  listed: (value) => value === true,
  seen: (value) => parseSpans(value) ?? [],
  skipped: (value) => parseSpans(value) ?? [],
  rewatches: (value) => parseRewatches(value, false) ?? [],
  addedAt: parseInstant,
  updatedAt: parseInstant,
};

/** Reads an export of the list or of the account. Skips invalid events; empty without any. */
export function parseHistory(value: unknown): TransferredEvent[] {
  const data = field(value, "data") ?? value;
  const list = field(data, "history") ?? field(data, "list_history");
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((item) => parseEvent(item) ?? []);
}

function parseEvent(item: unknown): TransferredEvent | null {
  const malId = parseId(field(item, "mal_id"));
  const at = parseInstant(field(item, "at"));
  const [before, after] = [field(item, "before"), field(item, "after")];
  if (malId === null || at === null || !isRecord(before) || !isRecord(after)) return null;
  const watched = field(item, "watched");
  const batch = field(item, "batch");
  const parsed = { before: parseFields(before), after: parseFields(after) };
  return {
    malId,
    at,
    day: parseDay(field(item, "day"), at),
    through: VIA.find((one) => one === field(item, "through")) ?? "api",
    batch: typeof batch === "number" && Number.isSafeInteger(batch) ? batch : null,
    before: parsed.before,
    after: {
      ...parsed.after,
      ...("updatedAt" in parsed.after || parsed.after.listed === false ? {} : { updatedAt: at }),
    },
    watched:
      typeof watched === "number" && Number.isInteger(watched) && Math.abs(watched) <= MAX_COUNT
        ? watched
        : 0,
    undoneAt: parseInstant(field(item, "undone_at")),
  };
}

function parseFields(record: Record<string, unknown>): StoredFields {
  return Object.fromEntries(
    (Object.keys(NAMES) as FieldName[])
      .filter((name) => Object.hasOwn(record, NAMES[name]))
      .map((name) => [name, FIELD_PARSERS[name](record[NAMES[name]])]),
  );
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;
const MIN_INSTANT = Date.parse("1970-01-01T00:00:00Z");

/** Text, to preserve microseconds; null for invalid and future ones. */
function parseInstant(value: unknown): string | null {
  if (typeof value !== "string" || !INSTANT.test(value)) return null;
  const time = Date.parse(value);
  return time >= MIN_INSTANT && time <= Date.now() && parsePartialDate(value.slice(0, 10)) !== null
    ? value
    : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The local day of an instant, else its day in UTC. */
function parseDay(value: unknown, at: string): string {
  const day = typeof value === "string" && value.length === 10 ? parsePartialDate(value) : null;
  const isNear =
    day !== null && Math.abs(Date.parse(day) + DAY_MS / 2 - Date.parse(at)) <= 1.5 * DAY_MS;
  return isNear ? day : at.slice(0, 10);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

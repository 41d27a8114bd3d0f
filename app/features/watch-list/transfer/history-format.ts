import type { StoredFields } from "~/features/watch-list/tracking/entry-diff";
import {
  EMPTY_FIELDS,
  ENTRY_FIELDS,
  mapEntryFields,
  type EntryFieldName,
} from "~/features/watch-list/tracking/entry-fields";
import { readFileField } from "~/features/watch-list/tracking/entry-fields.server";
import { uniteSets, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { parsePartialDate } from "~/features/watch-list/tracking/partial-date";
import { VIA, type Via } from "~/features/watch-list/tracking/via";
import {
  describeUnread,
  MAX_COUNT,
  MAX_SPANS,
  parseId,
  parseRewatches,
  type Parser,
} from "./imported-entry";

export interface TransferredEvent {
  malId: number;
  at: string;
  day: string;
  through: Via;
  /** The number that the events of an import or bulk change share; null for a single change. */
  batch: number | null;
  before: StoredFields;
  after: StoredFields;
  watched: number;
  undoneAt: string | null;
}

/** A change, or a value of one, that cannot be read. The title is null if nothing names it. */
export interface UnreadHistory {
  malId: number | null;
  field: string;
  value: string;
}

export interface ParsedHistory {
  events: TransferredEvent[];
  unread: UnreadHistory[];
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

/** Writes a set as `1-12,14`: one value rather than many arrays of numbers. */
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

type FieldParser = Parser<unknown>;

/** Parsers return undefined for what cannot be read. */
const FIELD_PARSERS: Readonly<Record<FieldName, FieldParser>> = {
  ...mapEntryFields<Record<EntryFieldName, FieldParser>>(
    (name) => (value: unknown, shorten: () => void) => {
      const read = readFileField(name, value, shorten);
      // A state that does not exist is read as none.
      if (name === "state" && read === null && value !== null) return undefined;
      return read === null ? EMPTY_FIELDS[name] : read;
    },
  ),
  listed: (value) => (typeof value === "boolean" ? value : undefined),
  seen: (value) => parseSpans(value) ?? undefined,
  skipped: (value) => parseSpans(value) ?? undefined,
  rewatches: (value, shorten) => parseRewatches(value, false, shorten),
  addedAt: parseStamp,
  updatedAt: parseStamp,
};

export const NO_HISTORY: ParsedHistory = { events: [], unread: [] };

/**
 * Reads an export of the list or of the account. What cannot be read is left out and named: a field
 * of a change on both of its sides, as nothing could undo one side, and a change without a title, a
 * time or fields as a whole.
 */
export function parseHistory(value: unknown): ParsedHistory {
  const data = field(value, "data") ?? value;
  const list = field(data, "history") ?? field(data, "list_history");
  if (!Array.isArray(list)) return NO_HISTORY;
  const unread = createUnreadList();
  const events = new Map<string, TransferredEvent>();
  for (const item of list as unknown[]) {
    const event = parseEvent(item, unread.add);
    // A file may have a change twice, and two changes of a title in one microsecond.
    if (event !== null) events.set(JSON.stringify(event), event);
  }
  return { events: [...events.values()], unread: unread.list() };
}

type AddUnread = (malId: number | null, name: string, value: unknown) => void;

/** Collects the first value that cannot be read of each field of a title. */
function createUnreadList(): { add: AddUnread; list: () => UnreadHistory[] } {
  const found = new Map<string, UnreadHistory>();
  return {
    add(malId, name, value) {
      const key = `${malId} ${name}`;
      if (found.has(key)) return;
      found.set(key, { malId, field: `history.${name}`, value: describeUnread(value) });
    },
    list: () => [...found.values()],
  };
}

function parseEvent(item: unknown, addUnread: AddUnread): TransferredEvent | null {
  const malId = parseId(field(item, "mal_id"));
  if (malId === null) {
    addUnread(null, "mal_id", field(item, "mal_id") ?? item);
    return null;
  }
  const unread: AddUnread = (_, name, value) => addUnread(malId, name, value ?? null);
  const at = parseInstant(field(item, "at"));
  const [before, after] = [field(item, "before"), field(item, "after")];
  if (at === null) unread(malId, "at", field(item, "at"));
  if (!isRecord(before)) unread(malId, "before", before);
  if (!isRecord(after)) unread(malId, "after", after);
  if (at === null || !isRecord(before) || !isRecord(after)) return null;
  const read = <T>(name: string, none: T, parse: (value: unknown) => T | undefined): T => {
    const value = field(item, name);
    if (value === undefined || value === null) return none;
    const parsed = parse(value);
    if (parsed === undefined) unread(malId, name, value);
    return parsed ?? none;
  };
  const parsed = parseSides(before, after, (name, value) => unread(malId, name, value));
  return {
    malId,
    at,
    day: read("day", at.slice(0, 10), (day) => parseDay(day, at)),
    through: read<Via>("through", "api", (via) => VIA.find((one) => one === via)),
    batch: read<number | null>("batch", null, (batch) =>
      typeof batch === "number" && Number.isSafeInteger(batch) ? batch : undefined,
    ),
    before: parsed.before,
    after: {
      ...parsed.after,
      ...("updatedAt" in parsed.after || parsed.after.listed === false ? {} : { updatedAt: at }),
    },
    watched: read("watched", 0, (watched) =>
      typeof watched === "number" && Number.isInteger(watched) && Math.abs(watched) <= MAX_COUNT
        ? watched
        : undefined,
    ),
    undoneAt: read<string | null>("undone_at", null, (time) => parseInstant(time) ?? undefined),
  };
}

/**
 * Parses a value; undefined for what would have to be shortened, too: no change was to the part of
 * a value.
 */
function readWhole(parse: FieldParser, value: unknown): unknown {
  let isShortened = false;
  const parsed = parse(value, () => {
    isShortened = true;
  });
  return isShortened ? undefined : parsed;
}

function parseSides(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  unread: (name: string, value: unknown) => void,
): { before: StoredFields; after: StoredFields } {
  const sides = [before, after].map((record) =>
    (Object.keys(NAMES) as FieldName[])
      .filter((name) => Object.hasOwn(record, NAMES[name]))
      .map((name) => [name, readWhole(FIELD_PARSERS[name], record[NAMES[name]])] as const),
  );
  const lost = new Set<FieldName>();
  for (const [index, side] of sides.entries())
    for (const [name, value] of side) {
      if (value !== undefined) continue;
      lost.add(name);
      unread(NAMES[name], [before, after][index]?.[NAMES[name]]);
    }
  const [kept = {}, changed = {}] = sides.map((side): StoredFields =>
    Object.fromEntries(side.filter(([name]) => !lost.has(name))),
  );
  return { before: kept, after: changed };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;
const MIN_INSTANT = Date.parse("1970-01-01T00:00:00Z");

/** None is null, which titles outside of the list have. */
function parseStamp(value: unknown): string | null | undefined {
  return value === null ? null : (parseInstant(value) ?? undefined);
}

/** Text, to preserve microseconds; null for invalid and future ones. */
function parseInstant(value: unknown): string | null {
  if (typeof value !== "string" || !INSTANT.test(value)) return null;
  const time = Date.parse(value);
  return time >= MIN_INSTANT && time <= Date.now() && parsePartialDate(value.slice(0, 10)) !== null
    ? value
    : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The local day of an instant. */
function parseDay(value: unknown, at: string): string | undefined {
  const day = typeof value === "string" && value.length === 10 ? parsePartialDate(value) : null;
  const isNear =
    day !== null && Math.abs(Date.parse(day) + DAY_MS / 2 - Date.parse(at)) <= 1.5 * DAY_MS;
  return isNear ? day : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

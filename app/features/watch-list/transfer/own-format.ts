import { parseCollectionType } from "~/features/watch-list/collection-types";
import {
  parseEntryState,
  stateOfType,
  toImportedState,
  typeOfState,
  type EntryState,
} from "~/features/watch-list/entry-states";
import { toTenPoints } from "~/features/watch-list/own-score";
import {
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  mapEntryFields,
  toEntryRow,
  type EntryFieldName,
  type SomeEntryFields,
} from "~/features/watch-list/tracking/entry-fields";
import { readFileField } from "~/features/watch-list/tracking/entry-fields.server";
import { countEpisodes, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import type { Rewatch } from "~/features/watch-list/tracking/tracked-entry";
import { parseCsv, toCsv } from "./csv";
import type { ExportedEntry } from "./exported-entry";
import {
  createValueReader,
  fromCell,
  isBlank,
  MAX_ENTRIES,
  parseCount,
  parseEpisodes,
  parseId,
  parseRewatches,
  readTimestamp,
  parseScore,
  parseTenPoints,
  parseTimes,
  readEither,
  cleanTitle,
  type ImportedEntry,
  type Parser,
} from "./imported-entry";
import { fromMalState, parseMalState } from "./mal-states";

/** Columns that come after a field's own. */
const FOLLOWING: Partial<Record<EntryFieldName, readonly string[]>> = {
  state: ["imported_state", "episodes_seen", "watched_episodes", "episodes", "skipped_episodes"],
  score: ["own_score"],
  finishedOn: ["times_rewatched", "rewatches"],
};

const COLUMNS = [
  ...["mal_id", "title", "type"],
  ...ENTRY_FIELD_NAMES.flatMap((name) => [ENTRY_FIELDS[name].column, ...(FOLLOWING[name] ?? [])]),
  ...["added_at", "updated_at"],
];

const MAX_COLUMNS = 100;

/** `type`, `watched_episodes`, `own_score` and `times_rewatched` are for other programs. */
export function toOwnRecord(entry: ExportedEntry): Record<string, unknown> {
  const count = countEpisodes(entry.seen);
  return {
    mal_id: entry.malId,
    title: entry.title,
    type: typeOfState(entry.state),
    ...toEntryRow(entry),
    imported_state: toImportedState(entry.state),
    episodes_seen: count,
    watched_episodes: count === 0 ? null : count,
    episodes: entry.seen,
    skipped_episodes: entry.skipped,
    own_score: toTenPoints(entry.score),
    times_rewatched: entry.rewatches.filter(({ finished }) => finished).length || null,
    rewatches: entry.rewatches.map(toRewatchRecord),
    added_at: entry.addedAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  };
}

function toRewatchRecord({ startedOn, finishedOn, score, finished }: Rewatch) {
  return { started_on: startedOn, finished_on: finishedOn, score, finished };
}

export function toOwnCsv(entries: readonly ExportedEntry[]): string {
  return toCsv([
    COLUMNS,
    ...entries.map(toOwnRecord).map((record) => COLUMNS.map((name) => toCell(name, record[name]))),
  ]);
}

/** Tags as a comma list unless one has a comma, other lists as JSON. */
function toCell(name: string, value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (name === "tags" && Array.isArray(value)) {
    const tags = value.map(String);
    if (!tags.some((tag) => tag.includes(",") || tag.startsWith("["))) return tags.join(", ");
  }
  return JSON.stringify(value);
}

export function toImportedRecord(entry: ImportedEntry): Record<string, unknown> {
  return {
    type: entry.state === undefined ? null : typeOfState(entry.state),
    ...toEntryRow(entry),
    episodes_seen: entry.seen === undefined ? entry.episodesSeen : countEpisodes(entry.seen),
    episodes: entry.seen,
    skipped_episodes: entry.skipped,
    times_rewatched: entry.timesRewatched,
    rewatches: entry.rewatches?.map(toRewatchRecord),
    added_at: entry.addedAt?.toISOString(),
    updated_at: entry.updatedAt?.toISOString(),
  };
}

const DESCRIBED = [
  ...["state", "episodes_seen", "score", "started_on", "finished_on", "times_rewatched"],
  "updated_at",
];

/**
 * Describes an entry as `state: watching, episodes_seen: 5`, by the columns of the site's own
 * files.
 */
export function describeRecord(entry: ImportedEntry): string {
  const record = toImportedRecord(entry);
  return DESCRIBED.flatMap((name) => {
    const value = record[name] ?? null;
    return value === null ? [] : `${name}: ${toCell(name, value)}`;
  }).join(", ");
}

export function toRejectedCsv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...COLUMNS, "reason"];
  return toCsv([
    columns,
    ...rows.map((row) => columns.map((name) => toCell(name, row[name] ?? null))),
  ]);
}

/** Columns may be in any order. Null when the required ones are missing. */
export function parseOwnCsv(text: string): ImportedEntry[] | null {
  // The header, the entries, and one over the limit.
  const [header = [], ...records] = parseCsv(text, MAX_ENTRIES + 2) ?? [];
  const columns = header.map((name) => name.trim().toLowerCase());
  const isOwn =
    columns.includes("mal_id") && ["state", "type"].some((name) => columns.includes(name));
  if (columns.length > MAX_COLUMNS || !isOwn) return null;
  return records
    .filter((record) => record.some((cell) => cell !== ""))
    .map((record) =>
      toImportedEntry(new Map(columns.map((name, index) => [name, record[index] ?? ""]))),
    );
}

/**
 * Accepts the export of the list (with or without envelope), the export of the account, or a bare
 * array. Null for anything else.
 */
export function parseOwnJson(value: unknown): ImportedEntry[] | null {
  const list = findList(value);
  if (list === null) return null;
  return list
    .slice(0, MAX_ENTRIES + 1)
    .map((item) =>
      toImportedEntry(
        new Map(typeof item === "object" && item !== null ? Object.entries(item) : []),
      ),
    );
}

function findList(value: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== "object" || value === null || depth > 2) return null;
  const inner =
    "data" in value
      ? value.data
      : "entries" in value
        ? value.entries
        : "watch_list" in value
          ? value.watch_list
          : undefined;
  return findList(inner, depth + 1);
}

function toImportedEntry(fields: ReadonlyMap<string, unknown>): ImportedEntry {
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const { read, note, unread } = createValueReader();
  // A missing field keeps the stored value.
  const optional = <T>(name: string, parse: Parser<T>): T | undefined =>
    read(name, fields.get(name), parse);
  const state = parseState(text("state"), text("type"), text("imported_state"));
  if (!isBlank(fields.get("state")) && parseEntryState(text("state")) === null)
    note("state", fields.get("state"));
  return {
    ...mapEntryFields<SomeEntryFields>((name) => {
      if (name === "state" || name === "score") return undefined;
      // An empty cell does not publish a private entry.
      if (name === "private" && isBlank(fields.get("private"))) return undefined;
      return optional(ENTRY_FIELDS[name].column, (value, shorten) =>
        readFileField(name, value, shorten),
      );
    }),
    malId: parseId(fields.get("mal_id") ?? fields.get("anime_id") ?? fields.get("animeId")),
    title: cleanTitle(fields.get("title")),
    state,
    addedAt: readTimestamp(read, "added_at", fields.get("added_at")),
    updatedAt: readTimestamp(read, "updated_at", fields.get("updated_at")),
    episodesSeen: readEither(
      fields.get("episodes_seen"),
      optional("episodes_seen", parseCount),
      optional("watched_episodes", parseCount),
    ),
    ...parseSets(fields, note),
    score: readEither(
      fields.get("score"),
      optional("score", parseScore),
      optional("own_score", parseTenPoints),
    ),
    timesRewatched: optional("times_rewatched", parseTimes),
    // An empty cell leaves `times_rewatched` to tell.
    rewatches: isBlank(fields.get("rewatches"))
      ? undefined
      : optional("rewatches", (value, shorten) => {
          const list = fromCell(value);
          return Array.isArray(list)
            ? parseRewatches(list, state === "rewatching", shorten)
            : undefined;
        }),
    ...unread(),
  };
}

function parseState(
  state: string,
  typeName: string,
  importedState: string,
): EntryState | null | undefined {
  const own = parseEntryState(state);
  const type = parseCollectionType(typeName);
  if (own !== null) return own;
  if (type === null) return undefined;
  if (importedState.toLowerCase() === "rewatching") return stateOfType(type, "rewatching");
  const mal = parseMalState(importedState);
  return stateOfType(type, mal === null ? null : fromMalState(mal, false));
}

/** Parses sets of episodes. In other lists, `episodes` is the title's number of them. */
function parseSets(
  fields: ReadonlyMap<string, unknown>,
  note: (field: string, value: unknown) => void,
): { seen?: EpisodeSet; skipped?: EpisodeSet | undefined } {
  const readSet = (name: string): EpisodeSet | null | undefined => {
    const value = fields.get(name);
    const set = isBlank(value) ? null : (parseEpisodes(fromCell(value)) ?? undefined);
    if (set === undefined && !/^\s*\d+\s*$/.test(String(value))) note(name, value);
    return set;
  };
  const seen = readSet("episodes");
  if (seen === null || seen === undefined) return {};
  const skipped = readSet("skipped_episodes");
  return { seen, skipped: skipped === null ? [] : skipped };
}

import { parseCollectionType } from "~/features/watch-list/collection-types";
import {
  parseEntryState,
  stateOfType,
  toImportedState,
  typeOfState,
  type EntryState,
} from "~/features/watch-list/entry-states";
import { toTenPoints } from "~/features/watch-list/own-score";
import { countEpisodes, type EpisodeSet } from "~/features/watch-list/tracking/episode-set";
import type { Rewatch } from "~/features/watch-list/tracking/tracked-entry";
import { parseBoolean } from "~/features/catalog/parse-vocabulary";
import { parseCsv, toCsv } from "./csv";
import type { ExportedEntry } from "./exported-entry";
import {
  MAX_ENTRIES,
  parseCount,
  parseDate,
  parseEpisodes,
  parseId,
  parsePriority,
  parseRewatches,
  parseTimestamp,
  cleanNotes,
  parseScore,
  parseTenPoints,
  cleanTags,
  cleanTitle,
  type ImportedEntry,
} from "./imported-entry";
import { fromMalState, parseMalState } from "./mal-states";

const FIELDS = [
  "mal_id",
  "title",
  "type",
  "state",
  "imported_state",
  "episodes_seen",
  "watched_episodes",
  "episodes",
  "skipped_episodes",
  "score",
  "own_score",
  "started_on",
  "finished_on",
  "times_rewatched",
  "rewatches",
  "notes",
  "tags",
  "priority",
  "private",
  "added_at",
  "updated_at",
] as const;

const MAX_COLUMNS = 100;

type OwnRecord = Record<(typeof FIELDS)[number], unknown>;

/** `type`, `watched_episodes`, `own_score` and `times_rewatched` are for other programs. */
export function toOwnRecord(entry: ExportedEntry): OwnRecord {
  const count = countEpisodes(entry.seen);
  return {
    mal_id: entry.malId,
    title: entry.title,
    type: typeOfState(entry.state),
    state: entry.state,
    imported_state: toImportedState(entry.state),
    episodes_seen: count,
    watched_episodes: count === 0 ? null : count,
    episodes: entry.seen,
    skipped_episodes: entry.skipped,
    score: entry.score,
    own_score: toTenPoints(entry.score),
    started_on: entry.startedOn,
    finished_on: entry.finishedOn,
    times_rewatched: entry.rewatches.filter(({ finished }) => finished).length || null,
    rewatches: entry.rewatches.map(toRewatchRecord),
    notes: entry.notes,
    tags: entry.tags,
    priority: entry.priority,
    private: entry.private,
    added_at: entry.addedAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  };
}

function toRewatchRecord({ startedOn, finishedOn, score, finished }: Rewatch) {
  return { started_on: startedOn, finished_on: finishedOn, score, finished };
}

export function toOwnCsv(entries: readonly ExportedEntry[]): string {
  return toCsv([
    FIELDS,
    ...entries.map(toOwnRecord).map((record) => FIELDS.map((name) => toCell(name, record[name]))),
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
    state: entry.state,
    episodes_seen: entry.seen === undefined ? entry.episodesSeen : countEpisodes(entry.seen),
    episodes: entry.seen,
    skipped_episodes: entry.skipped,
    score: entry.score,
    started_on: entry.startedOn,
    finished_on: entry.finishedOn,
    times_rewatched: entry.timesRewatched,
    rewatches: entry.rewatches?.map(toRewatchRecord),
    notes: entry.notes,
    tags: entry.tags,
    priority: entry.priority,
    private: entry.private,
    added_at: entry.addedAt?.toISOString(),
    updated_at: entry.updatedAt?.toISOString(),
  };
}

export function toRejectedCsv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...FIELDS, "reason"];
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
  // A missing field keeps the stored value.
  const optional = <T>(name: string, parse: (value: unknown) => T): T | undefined =>
    fields.has(name) ? parse(fields.get(name)) : undefined;
  const isPrivate = optional("private", parseFlag);
  const state = parseState(text("state"), text("type"), text("imported_state"));
  return {
    malId: parseId(fields.get("mal_id") ?? fields.get("anime_id") ?? fields.get("animeId")),
    title: cleanTitle(fields.get("title")),
    state,
    addedAt: optional("added_at", parseTimestamp),
    updatedAt: optional("updated_at", parseTimestamp),
    episodesSeen: optional("episodes_seen", parseCount) ?? optional("watched_episodes", parseCount),
    ...parseSets(fields),
    score: optional("score", parseScore) ?? optional("own_score", parseTenPoints),
    startedOn: optional("started_on", parseDate),
    finishedOn: optional("finished_on", parseDate),
    timesRewatched: optional("times_rewatched", parseCount),
    rewatches: optional("rewatches", (value) =>
      parseRewatches(fromCell(value), state === "rewatching"),
    ),
    notes: optional("notes", cleanNotes),
    tags: optional("tags", (value) =>
      cleanTags(typeof value === "string" && value.startsWith("[") ? fromCell(value) : value),
    ),
    priority: optional("priority", parsePriority),
    private: isPrivate ?? undefined,
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

/** In other lists `episodes` is the title's number of them. */
function parseSets(fields: ReadonlyMap<string, unknown>): {
  seen?: EpisodeSet;
  skipped?: EpisodeSet;
} {
  const seen = parseEpisodes(fromCell(fields.get("episodes")));
  if (seen === null) return {};
  return { seen, skipped: parseEpisodes(fromCell(fields.get("skipped_episodes"))) ?? [] };
}

function fromCell(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function parseFlag(value: unknown): boolean | null {
  return typeof value === "string" ? parseBoolean(value) : value === true;
}

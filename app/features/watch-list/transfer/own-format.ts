import { parseCollectionType } from "~/features/watch-list/collection-types";
import { parseCsv, toCsv } from "./csv";
import type { ExportedEntry } from "./exported-entry";
import {
  MAX_ENTRIES,
  parseCount,
  parseDate,
  parseId,
  parseTimestamp,
  cleanNotes,
  parseScore,
  cleanTags,
  cleanTitle,
  type ImportedEntry,
} from "./imported-entry";
import { parseImportedState } from "./mal-states";

/** The fields of the JSON and CSV exports, in column order. */
const FIELDS = [
  "mal_id",
  "title",
  "type",
  "imported_state",
  "watched_episodes",
  "own_score",
  "started_on",
  "finished_on",
  "times_rewatched",
  "notes",
  "tags",
  "added_at",
  "updated_at",
] as const;

const MAX_COLUMNS = 100;

type OwnRecord = Record<(typeof FIELDS)[number], string | number | null>;

export function toOwnRecord(entry: ExportedEntry): OwnRecord {
  return {
    mal_id: entry.malId,
    title: entry.title,
    type: entry.type,
    imported_state: entry.importedState,
    watched_episodes: entry.watchedEpisodes,
    own_score: entry.ownScore,
    started_on: entry.startedOn,
    finished_on: entry.finishedOn,
    times_rewatched: entry.timesRewatched,
    notes: entry.notes,
    tags: entry.tags,
    added_at: entry.addedAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  };
}

export function toOwnCsv(entries: readonly ExportedEntry[]): string {
  return toCsv([
    FIELDS,
    ...entries.map(toOwnRecord).map((record) => FIELDS.map((name) => record[name])),
  ]);
}

/** Columns may be in any order. Null when the required ones are missing. */
export function parseOwnCsv(text: string): ImportedEntry[] | null {
  // The header, the entries, and one over the limit.
  const [header = [], ...records] = parseCsv(text, MAX_ENTRIES + 2) ?? [];
  const columns = header.map((name) => name.trim().toLowerCase());
  if (columns.length > MAX_COLUMNS || !columns.includes("mal_id") || !columns.includes("type"))
    return null;
  return records
    .filter((record) => record.some((cell) => cell !== ""))
    .map((record) =>
      toImportedEntry(new Map(columns.map((name, index) => [name, record[index] ?? ""]))),
    );
}

/**
 * Parses the export of the list (with or without envelope), the export of the account, or a bare
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
  return {
    malId: parseId(fields.get("mal_id") ?? fields.get("anime_id") ?? fields.get("animeId")),
    title: cleanTitle(fields.get("title")),
    type: parseCollectionType(text("type")),
    importedState: parseImportedState(text("imported_state")),
    addedAt: optional("added_at", parseTimestamp),
    updatedAt: optional("updated_at", parseTimestamp),
    watchedEpisodes: optional("watched_episodes", parseCount),
    ownScore: optional("own_score", parseScore),
    startedOn: optional("started_on", parseDate),
    finishedOn: optional("finished_on", parseDate),
    timesRewatched: optional("times_rewatched", parseCount),
    notes: optional("notes", cleanNotes),
    tags: optional("tags", cleanTags),
  };
}

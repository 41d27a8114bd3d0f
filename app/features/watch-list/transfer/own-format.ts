import { readCollectionType } from "~/features/watch-list/collection-types";
import { readCsv, writeCsv } from "./csv";
import type { ExportedEntry } from "./exported-entry";
import {
  MOST_ENTRIES,
  readCount,
  readDay,
  readId,
  readMoment,
  readNotes,
  readScore,
  readTags,
  readTitle,
  type ImportedEntry,
} from "./imported-entry";
import { readImportedState } from "./mal-states";

/** The fields of our own formats, in the order of the CSV's columns. */
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

/** Room for columns of others beside ours. Each line is read by all columns. */
const MOST_COLUMNS = 100;

/** One entry of our JSON and one line of our CSV. */
type OwnRecord = Record<(typeof FIELDS)[number], string | number | null>;

export function ownRecord(entry: ExportedEntry): OwnRecord {
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

/** The list as CSV with a line of names. */
export function writeOwnCsv(entries: readonly ExportedEntry[]): string {
  return writeCsv([
    FIELDS,
    ...entries.map(ownRecord).map((record) => FIELDS.map((name) => record[name])),
  ]);
}

/** The entries of our CSV, whatever the order of its columns; null when its first line does not name them. */
export function readOwnCsv(text: string): ImportedEntry[] | null {
  let columns: string[] | null = null;
  const entries: ImportedEntry[] = [];
  for (const line of readCsv(text)) {
    if (columns === null) {
      columns = line.map((name) => name.trim().toLowerCase());
      if (columns.length > MOST_COLUMNS || !columns.includes("mal_id") || !columns.includes("type"))
        return null;
    } else if (line.some((cell) => cell !== "")) {
      entries.push(entryOf(new Map(columns.map((name, index) => [name, line[index] ?? ""]))));
      if (entries.length > MOST_ENTRIES) break;
    }
  }
  return columns === null ? null : entries;
}

/**
 * The entries of our JSON: the export of the list (in its envelope or out of it), the export of the account, or a bare list such as the
 * watch list's own answer. Null when it is none.
 */
export function readOwnJson(value: unknown): ImportedEntry[] | null {
  const list = listIn(value);
  if (list === null) return null;
  return list
    .slice(0, MOST_ENTRIES + 1)
    .map((item) =>
      entryOf(new Map(typeof item === "object" && item !== null ? Object.entries(item) : [])),
    );
}

function listIn(value: unknown, depth = 0): unknown[] | null {
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
  return listIn(inner, depth + 1);
}

function entryOf(fields: ReadonlyMap<string, unknown>): ImportedEntry {
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  // A list that lacks a field says nothing about it.
  const given = <T>(name: string, read: (value: unknown) => T): T | undefined =>
    fields.has(name) ? read(fields.get(name)) : undefined;
  return {
    malId: readId(fields.get("mal_id") ?? fields.get("anime_id") ?? fields.get("animeId")),
    title: readTitle(fields.get("title")),
    type: readCollectionType(text("type")),
    importedState: readImportedState(text("imported_state")),
    addedAt: given("added_at", readMoment),
    updatedAt: given("updated_at", readMoment),
    watchedEpisodes: given("watched_episodes", readCount),
    ownScore: given("own_score", readScore),
    startedOn: given("started_on", readDay),
    finishedOn: given("finished_on", readDay),
    timesRewatched: given("times_rewatched", readCount),
    notes: given("notes", readNotes),
    tags: given("tags", readTags),
  };
}

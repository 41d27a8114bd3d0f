import { z } from "zod";
import {
  createValueReader,
  isBlank,
  MAX_ENTRIES,
  parseCount,
  parseTimes,
  parseDateParts,
  parseFlag,
  parseId,
  parsePoints,
  readTimestamp,
  cleanNotes,
  cleanTags,
  cleanTitle,
  UNREADABLE_ENTRY,
  type ImportedEntry,
} from "./imported-entry";
import type { EntryState } from "~/features/watch-list/entry-states";

/** The value is read by itself, since one that cannot be read must not erase the stored one. */
const value = z.unknown().optional();

const entrySchema = z.object({
  status: z.string().nullish().catch(null),
  score: value,
  progress: value,
  repeat: value,
  notes: value,
  startedAt: value,
  completedAt: value,
  private: value,
  createdAt: value,
  updatedAt: value,
  customLists: value,
  media: z
    .object({
      type: z.string().nullish().catch(null),
      idMal: z.number().nullish().catch(null),
      title: z
        .object({
          romaji: z.string().nullish().catch(null),
          english: z.string().nullish().catch(null),
          native: z.string().nullish().catch(null),
        })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});
type AniListEntry = z.output<typeof entrySchema>;

/** Stands for entries of which none can be read. */
const UNREADABLE = [null];
const entriesSchema = z
  .array(z.unknown())
  .nullish()
  .transform((entries) => entries ?? [])
  .catch(UNREADABLE);

const collectionSchema = z.object({
  lists: z.array(z.object({ entries: entriesSchema }).catch({ entries: UNREADABLE })),
  user: z
    .object({ mediaListOptions: z.object({ scoreFormat: z.string().nullish() }).nullish() })
    .nullish()
    .catch(null),
});

const ENTRY_STATES = new Map<unknown, EntryState>([
  ["CURRENT", "watching"],
  ["PLANNING", "planned"],
  ["COMPLETED", "completed"],
  ["DROPPED", "dropped"],
  ["PAUSED", "paused"],
  ["REPEATING", "rewatching"],
]);

/**
 * A `MediaListCollection` of AniList's API, custom lists as tags. Omits manga. Null for anything
 * else.
 */
export function parseAniList(value: unknown): ImportedEntry[] | null {
  const parsed = collectionSchema.safeParse(findCollection(value));
  if (!parsed.success) return null;
  const entries = parsed.data.lists
    .flatMap((list) => list.entries)
    .slice(0, MAX_ENTRIES + 1)
    .flatMap((entry) => {
      const read = entrySchema.safeParse(entry);
      if (!read.success) return [null];
      return read.data.media?.type === "MANGA" ? [] : [read.data];
    });
  const toHundred = createScoreConverter(
    parsed.data.user?.mediaListOptions?.scoreFormat ?? null,
    entries,
  );
  return entries.map((entry) =>
    entry === null ? UNREADABLE_ENTRY : toImportedEntry(entry, toHundred),
  );
}

function findCollection(value: unknown): unknown {
  let current = value;
  for (const name of ["data", "MediaListCollection"]) {
    if (typeof current === "object" && current !== null && name in current)
      current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/**
 * AniList's users choose a scale. If the list does not name it, a score above 10 implies POINT_100.
 */
function createScoreConverter(
  format: string | null,
  entries: readonly (AniListEntry | null)[],
): (score: number) => number {
  if (format === "POINT_5") return (score) => score * 20;
  // AniList's values of its three smileys.
  if (format === "POINT_3") return (score) => [0, 35, 60, 85][score] ?? NaN;
  const isOfHundred =
    format === "POINT_100" ||
    (format === null && entries.some((entry) => Number(entry?.score ?? 0) > 10));
  return (score) => (isOfHundred ? score : score * 10);
}

function toImportedEntry(entry: AniListEntry, toHundred: (score: number) => number): ImportedEntry {
  const { title, idMal } = entry.media ?? {};
  const { read, unread } = createValueReader();
  return {
    malId: parseId(idMal),
    title: cleanTitle(title?.romaji ?? title?.english ?? title?.native),
    state: ENTRY_STATES.get(entry.status),
    episodesSeen: read("episodes_seen", entry.progress ?? null, parseCount),
    score: read("score", entry.score ?? null, (score) => parsePoints(score, toHundred)),
    startedOn: read("started_on", entry.startedAt ?? null, parseDateParts),
    finishedOn: read("finished_on", entry.completedAt ?? null, parseDateParts),
    timesRewatched: read("times_rewatched", entry.repeat ?? null, parseTimes),
    notes: read("notes", entry.notes ?? null, cleanNotes),
    ...(isBlank(entry.customLists)
      ? {}
      : { tags: read("tags", entry.customLists, parseCustomLists) }),
    ...(isBlank(entry.private) ? {} : { private: read("private", entry.private, parseFlag) }),
    addedAt: readTimestamp(read, "added_at", entry.createdAt),
    updatedAt: readTimestamp(read, "updated_at", entry.updatedAt),
    ...unread(),
  };
}

const customListsSchema = z.union([z.record(z.string(), z.boolean()), z.array(z.string())]);

/** Whether each list is chosen, by name, or an array of the chosen names. */
function parseCustomLists(value: unknown, shorten: () => void): string[] | undefined {
  const { data } = customListsSchema.safeParse(value);
  if (data === undefined) return undefined;
  const names = Array.isArray(data)
    ? data
    : Object.entries(data).flatMap(([name, isChosen]) => (isChosen ? [name] : []));
  return cleanTags(names, shorten);
}

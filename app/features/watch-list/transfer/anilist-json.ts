import { z } from "zod";
import {
  MAX_ENTRIES,
  toDate,
  parseCount,
  parseId,
  parseTimestamp,
  cleanNotes,
  cleanTags,
  cleanTitle,
  toScore,
  type ImportedEntry,
} from "./imported-entry";
import type { EntryState } from "~/features/watch-list/entry-states";

const date = z
  .object({ year: z.number().nullish(), month: z.number().nullish(), day: z.number().nullish() })
  .nullish()
  .catch(null);

const entrySchema = z.object({
  status: z.string().nullish().catch(null),
  score: z.number().nullish().catch(null),
  progress: z.number().nullish().catch(null),
  repeat: z.number().nullish().catch(null),
  notes: z.string().nullish().catch(null),
  startedAt: date,
  completedAt: date,
  private: z.boolean().nullish().catch(null),
  createdAt: z.number().nullish().catch(null),
  updatedAt: z.number().nullish().catch(null),
  /** Whether each list is chosen, by name, or an array of the chosen names. */
  customLists: z
    .union([z.record(z.string(), z.boolean()), z.array(z.string())])
    .nullish()
    .catch(null),
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

const collectionSchema = z.object({
  lists: z.array(z.object({ entries: z.array(z.unknown()).catch([]) }).catch({ entries: [] })),
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
      return read.success && read.data.media?.type !== "MANGA" ? [read.data] : [];
    });
  const toHundred = createScoreConverter(
    parsed.data.user?.mediaListOptions?.scoreFormat ?? null,
    entries,
  );
  return entries.map((entry) => toImportedEntry(entry, toHundred));
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
  entries: readonly AniListEntry[],
): (score: number) => number {
  if (format === "POINT_5") return (score) => score * 20;
  // AniList's values of its three smileys.
  if (format === "POINT_3") return (score) => [0, 35, 60, 85][score] ?? 0;
  const isOfHundred =
    format === "POINT_100" || (format === null && entries.some((entry) => (entry.score ?? 0) > 10));
  return (score) => (isOfHundred ? score : score * 10);
}

function toImportedEntry(entry: AniListEntry, toHundred: (score: number) => number): ImportedEntry {
  const { title, idMal } = entry.media ?? {};
  const { customLists } = entry;
  return {
    malId: parseId(idMal),
    title: cleanTitle(title?.romaji ?? title?.english ?? title?.native),
    state: ENTRY_STATES.get(entry.status),
    episodesSeen: parseCount(entry.progress),
    score: toScore((entry.score ?? 0) > 0 ? toHundred(entry.score ?? 0) : 0),
    startedOn: toDate(entry.startedAt?.year, entry.startedAt?.month, entry.startedAt?.day),
    finishedOn: toDate(entry.completedAt?.year, entry.completedAt?.month, entry.completedAt?.day),
    timesRewatched: parseCount(entry.repeat),
    notes: cleanNotes(entry.notes),
    ...(customLists === null || customLists === undefined
      ? {}
      : { tags: cleanTags(toNames(customLists)) }),
    ...(typeof entry.private === "boolean" ? { private: entry.private } : {}),
    addedAt: parseTimestamp(entry.createdAt),
    updatedAt: parseTimestamp(entry.updatedAt),
  };
}

function toNames(customLists: NonNullable<AniListEntry["customLists"]>): string[] {
  return Array.isArray(customLists)
    ? customLists
    : Object.entries(customLists).flatMap(([name, isChosen]) => (isChosen ? [name] : []));
}

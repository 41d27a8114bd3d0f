import { z } from "zod";
import {
  MAX_ENTRIES,
  toDate,
  parseCount,
  parseId,
  parseTimestamp,
  cleanNotes,
  cleanTitle,
  type ImportedEntry,
} from "./imported-entry";
import { fromMalState, type EntryState } from "./mal-states";

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
  createdAt: z.number().nullish().catch(null),
  updatedAt: z.number().nullish().catch(null),
  media: z
    .object({
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

const ENTRY_STATES: Record<string, EntryState> = {
  CURRENT: fromMalState("Watching", false),
  PLANNING: fromMalState("Plan to Watch", false),
  COMPLETED: fromMalState("Completed", false),
  DROPPED: fromMalState("Dropped", false),
  PAUSED: fromMalState("On-Hold", false),
  REPEATING: fromMalState("Completed", true),
};

/** Parses a `MediaListCollection` of AniList's API. Null for anything else. */
export function parseAniList(value: unknown): ImportedEntry[] | null {
  const parsed = collectionSchema.safeParse(findCollection(value));
  if (!parsed.success) return null;
  const entries = parsed.data.lists
    .flatMap((list) => list.entries)
    .slice(0, MAX_ENTRIES + 1)
    .flatMap((entry) => {
      const read = entrySchema.safeParse(entry);
      return read.success ? [read.data] : [];
    });
  const toTenPoints = createScoreConverter(
    parsed.data.user?.mediaListOptions?.scoreFormat ?? null,
    entries,
  );
  return entries.map((entry) => toImportedEntry(entry, toTenPoints));
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
  if (format === "POINT_5") return (score) => score * 2;
  // AniList's three smileys equal 35, 60 and 85 of 100.
  if (format === "POINT_3") return (score) => [0, 4, 6, 9][score] ?? 0;
  const isOfHundred =
    format === "POINT_100" || (format === null && entries.some((entry) => (entry.score ?? 0) > 10));
  return (score) => (isOfHundred ? score / 10 : score);
}

function toImportedEntry(
  entry: AniListEntry,
  toTenPoints: (score: number) => number,
): ImportedEntry {
  const state =
    entry.status !== null && entry.status !== undefined && Object.hasOwn(ENTRY_STATES, entry.status)
      ? ENTRY_STATES[entry.status]
      : undefined;
  const score =
    entry.score === null || entry.score === undefined || entry.score <= 0
      ? 0
      : toTenPoints(entry.score);
  const { title, idMal } = entry.media ?? {};
  return {
    malId: parseId(idMal),
    title: cleanTitle(title?.romaji ?? title?.english ?? title?.native),
    type: state?.type ?? null,
    importedState: state?.importedState ?? null,
    watchedEpisodes: parseCount(entry.progress),
    ownScore: score === 0 ? null : Math.min(10, Math.max(1, Math.round(score))),
    startedOn: toDate(entry.startedAt?.year, entry.startedAt?.month, entry.startedAt?.day),
    finishedOn: toDate(entry.completedAt?.year, entry.completedAt?.month, entry.completedAt?.day),
    timesRewatched: parseCount(entry.repeat),
    notes: cleanNotes(entry.notes),
    addedAt: parseTimestamp(entry.createdAt),
    updatedAt: parseTimestamp(entry.updatedAt),
  };
}

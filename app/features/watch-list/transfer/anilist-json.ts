import { z } from "zod";
import {
  MOST_ENTRIES,
  dayOf,
  readCount,
  readId,
  readMoment,
  readNotes,
  readTitle,
  type ImportedEntry,
} from "./imported-entry";
import { placeOfMalState, type ListPlace } from "./mal-states";

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

const PLACES: Record<string, ListPlace> = {
  CURRENT: placeOfMalState("Watching", false),
  PLANNING: placeOfMalState("Plan to Watch", false),
  COMPLETED: placeOfMalState("Completed", false),
  DROPPED: placeOfMalState("Dropped", false),
  PAUSED: placeOfMalState("On-Hold", false),
  REPEATING: placeOfMalState("Completed", true),
};

/** The entries of a `MediaListCollection` as AniList's API returns it. Null when it is none. A title in a custom list too comes once. */
export function readAniList(value: unknown): ImportedEntry[] | null {
  const parsed = collectionSchema.safeParse(collectionIn(value));
  if (!parsed.success) return null;
  const entries = parsed.data.lists
    .flatMap((list) => list.entries)
    .slice(0, MOST_ENTRIES + 1)
    .flatMap((entry) => {
      const read = entrySchema.safeParse(entry);
      return read.success ? [read.data] : [];
    });
  const toTen = scoreReader(parsed.data.user?.mediaListOptions?.scoreFormat ?? null, entries);
  return entries.map((entry) => entryOf(entry, toTen));
}

function collectionIn(value: unknown): unknown {
  let current = value;
  for (const name of ["data", "MediaListCollection"]) {
    if (typeof current === "object" && current !== null && name in current)
      current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** AniList lets each person choose a scale. When the answer does not say which, a score above ten gives away the one of a hundred. */
function scoreReader(
  format: string | null,
  entries: readonly AniListEntry[],
): (score: number) => number {
  if (format === "POINT_5") return (score) => score * 2;
  // The three faces, as AniList itself counts them: 35, 60 and 85 of a hundred.
  if (format === "POINT_3") return (score) => [0, 4, 6, 9][score] ?? 0;
  const ofHundred =
    format === "POINT_100" || (format === null && entries.some((entry) => (entry.score ?? 0) > 10));
  return (score) => (ofHundred ? score / 10 : score);
}

function entryOf(entry: AniListEntry, toTen: (score: number) => number): ImportedEntry {
  const place =
    entry.status !== null && entry.status !== undefined && Object.hasOwn(PLACES, entry.status)
      ? PLACES[entry.status]
      : undefined;
  const score =
    entry.score === null || entry.score === undefined || entry.score <= 0 ? 0 : toTen(entry.score);
  const { title, idMal } = entry.media ?? {};
  return {
    malId: readId(idMal),
    title: readTitle(title?.romaji ?? title?.english ?? title?.native),
    type: place?.type ?? null,
    importedState: place?.importedState ?? null,
    watchedEpisodes: readCount(entry.progress),
    ownScore: score === 0 ? null : Math.min(10, Math.max(1, Math.round(score))),
    startedOn: dayOf(entry.startedAt?.year, entry.startedAt?.month, entry.startedAt?.day),
    finishedOn: dayOf(entry.completedAt?.year, entry.completedAt?.month, entry.completedAt?.day),
    timesRewatched: readCount(entry.repeat),
    notes: readNotes(entry.notes),
    addedAt: readMoment(entry.createdAt),
    updatedAt: readMoment(entry.updatedAt),
  };
}

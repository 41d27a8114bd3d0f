import { z } from "zod";
import type { EntryState } from "~/features/watch-list/entry-states";
import {
  cleanNotes,
  cleanTitle,
  createValueReader,
  dayIn,
  isBlank,
  MAX_ENTRIES,
  parseCount,
  parseTimes,
  parseFlag,
  parseId,
  parsePoints,
  readTimestamp,
  UNREADABLE_ENTRY,
  type ImportedEntry,
} from "./imported-entry";

const text = z.string().nullish().catch(null);
/**
 * Accepts any value here. Each is parsed later by itself, since one that cannot be read must not
 * erase the stored one.
 */
const value = z.unknown().optional();

const reference = z.object({
  type: z.string(),
  id: z.union([z.string(), z.number()]).transform(String),
});
type Reference = z.output<typeof reference>;
const relationship = z
  .object({
    data: z
      .union([reference, z.array(reference)])
      .nullish()
      .catch(null),
  })
  .transform(({ data }) => [data ?? []].flat())
  .catch([]);

const resourceSchema = reference.extend({
  attributes: z
    .object({
      status: text,
      progress: value,
      reconsuming: value,
      reconsumeCount: value,
      notes: value,
      private: value,
      /** Kitsu's score from 2 to 20: twice its five stars in halves. */
      ratingTwenty: value,
      rating: value,
      startedAt: value,
      finishedAt: value,
      createdAt: value,
      updatedAt: value,
      canonicalTitle: text,
      externalSite: text,
      externalId: z.union([z.string(), z.number()]).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  relationships: z.record(z.string(), relationship).nullish().catch(null),
});
type Resource = z.output<typeof resourceSchema>;

const documentSchema = z.object({
  data: z.array(z.unknown()),
  included: z.array(z.unknown()).nullish().catch(null),
});

const ENTRY_TYPES = new Set(["libraryEntries", "library-entries"]);
const MAL_SITE = "myanimelist/anime";

const ENTRY_STATES = new Map<unknown, EntryState>([
  ["current", "watching"],
  ["planned", "planned"],
  ["completed", "completed"],
  ["on_hold", "paused"],
  ["dropped", "dropped"],
]);

/**
 * Library entries of Kitsu's API (JSON:API): one response or an array of pages, with included
 * titles and mappings. Omits manga. Null for anything else.
 */
export function parseKitsu(value: unknown, timeZone = "UTC"): ImportedEntry[] | null {
  const pages = (Array.isArray(value) ? (value as unknown[]) : [value]).map((page) =>
    documentSchema.safeParse(page),
  );
  if (pages.length === 0 || !pages.every(({ success }) => success)) return null;
  const entries = pages
    .flatMap(({ data }) => data?.data ?? [])
    .slice(0, MAX_ENTRIES + 1)
    .map((item) => resourceSchema.safeParse(item).data)
    .filter((item) => item === undefined || ENTRY_TYPES.has(item.type));
  if (entries.every((entry) => entry === undefined)) return null;
  const titles = readTitles(readResources(pages.flatMap(({ data }) => data?.included ?? [])));
  return entries.flatMap((entry) => {
    if (entry === undefined) return [UNREADABLE_ENTRY];
    const media = mediaOf(entry);
    return media?.type === "manga"
      ? []
      : [toImportedEntry(entry, titles.get(media?.id ?? ""), timeZone)];
  });
}

function readResources(values: readonly unknown[]): Resource[] {
  return values.flatMap((value) => {
    const read = resourceSchema.safeParse(value);
    return read.success ? [read.data] : [];
  });
}

function mediaOf({ relationships }: Resource): Reference | undefined {
  const { anime = [], manga = [], media = [] } = relationships ?? {};
  return [...anime, ...manga, ...media][0];
}

interface Title {
  malIds: Set<number>;
  name: string | null;
}

/** Returns titles by Kitsu's id. A title lists its mappings, or each mapping names its title. */
function readTitles(included: readonly Resource[]): Map<string, Title> {
  const titles = new Map<string, Title>();
  const malIds = new Map<string, number>();
  const titleOf = (id: string): Title => {
    const title = titles.get(id) ?? { malIds: new Set(), name: null };
    titles.set(id, title);
    return title;
  };
  for (const { type, id, attributes, relationships } of included) {
    if (type !== "mappings" || attributes?.externalSite !== MAL_SITE) continue;
    const malId = parseId(attributes.externalId);
    if (malId === null) continue;
    malIds.set(id, malId);
    for (const item of [...(relationships?.["item"] ?? []), ...(relationships?.["media"] ?? [])])
      if (item.type === "anime") titleOf(item.id).malIds.add(malId);
  }
  for (const { type, id, attributes, relationships } of included) {
    if (type !== "anime") continue;
    const title = titleOf(id);
    title.name = cleanTitle(attributes?.canonicalTitle);
    for (const mapping of relationships?.["mappings"] ?? []) {
      const malId = malIds.get(mapping.id);
      if (malId !== undefined) title.malIds.add(malId);
    }
  }
  return titles;
}

function toImportedEntry(
  { attributes }: Resource,
  title: Title | undefined,
  timeZone: string,
): ImportedEntry {
  const { status, ratingTwenty, rating, ...given } = attributes ?? {};
  // Ids are sorted, since their order in the file says nothing.
  const [malId = null, ...otherMalIds] = [...(title?.malIds ?? [])].sort((a, b) => a - b);
  const { read, unread } = createValueReader();
  const state = ENTRY_STATES.get(status);
  const again = read("reconsuming", given.reconsuming, parseFlag);
  const isAgain = again ?? false;
  const isRewatching = isAgain && (state === "watching" || state === "completed");
  const hasStopped = state === "paused" || state === "dropped";
  const score = isBlank(ratingTwenty)
    ? read("score", rating ?? null, (stars) => parsePoints(stars, (points) => points * 20))
    : read("score", ratingTwenty, (twenty) => parsePoints(twenty, (points) => points * 5));
  return {
    malId,
    ...(otherMalIds.length === 0 ? {} : { otherMalIds }),
    title: title?.name ?? null,
    state: isRewatching ? "rewatching" : state,
    episodesSeen: read("episodes_seen", given.progress ?? null, parseCount),
    score,
    startedOn: read("started_on", given.startedAt ?? null, dayIn(timeZone)),
    finishedOn: read("finished_on", given.finishedAt ?? null, dayIn(timeZone)),
    timesRewatched: read("times_rewatched", given.reconsumeCount ?? null, parseTimes),
    ...(isAgain && hasStopped ? { hasOpenRewatch: true } : {}),
    ...(given.reconsuming !== undefined && again === undefined ? { isRewatchUnread: true } : {}),
    notes: read("notes", given.notes ?? null, cleanNotes),
    ...(isBlank(given.private) ? {} : { private: read("private", given.private, parseFlag) }),
    addedAt: readTimestamp(read, "added_at", given.createdAt),
    updatedAt: readTimestamp(read, "updated_at", given.updatedAt),
    ...unread(),
  };
}

import { z } from "zod";
import { createChoiceParser } from "~/features/catalog/parse-vocabulary";
import type { EntryState } from "~/features/watch-list/entry-states";
import {
  countEpisodes,
  NO_EPISODES,
  uniteSets,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";
import { parseCsv } from "./csv";
import {
  cleanNotes,
  cleanTitle,
  createValueReader,
  dayIn,
  isBlank,
  MAX_COUNT,
  MAX_ENTRIES,
  MAX_SPANS,
  parseCount,
  parseId,
  parseTenPoints,
  parseYear,
  readTimestamp,
  UNREADABLE_ENTRY,
  type ImportedEntry,
} from "./imported-entry";

const text = z.string().nullish().catch(null);
/** The value is read by itself, since one that cannot be read must not erase the stored one. */
const value = z.unknown().optional();

const seasonsSchema = z.array(
  z.object({
    number: z.int(),
    episodes: z
      .array(z.object({ number: z.int().min(1).max(MAX_COUNT), watched_at: value }))
      .nullish(),
  }),
);
const title = z
  .object({
    title: text,
    year: value,
    ids: z
      .object({ mal: z.union([z.string(), z.number()]).nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);
const itemSchema = z.object({
  status: text,
  user_rating: value,
  added_to_watchlist_at: value,
  last_watched_at: value,
  watched_episodes_count: value,
  /** An empty array when there is none. */
  memo: z.object({ text: value }).nullish().catch(null),
  seasons: value,
  show: title,
  movie: title,
});
type Item = z.output<typeof itemSchema>;

const items = z.array(z.unknown()).nullish();
const backupSchema = z
  .object({ anime: items, shows: items, movies: items })
  .refine((backup) => Object.values(backup).some(Array.isArray));

const MEMBERS = [
  "watching",
  "plantowatch",
  "hold",
  "completed",
  "dropped",
  "notinteresting",
] as const;
const parseStatus = createChoiceParser(MEMBERS, { onhold: "hold" });
const ENTRY_STATES: Record<(typeof MEMBERS)[number], EntryState> = {
  watching: "watching",
  plantowatch: "planned",
  hold: "paused",
  completed: "completed",
  dropped: "dropped",
  notinteresting: "dropped",
};

function parseState(status: string | null | undefined): EntryState | undefined {
  const parsed = parseStatus(status ?? "");
  return parsed === null ? undefined : ENTRY_STATES[parsed];
}

/**
 * Omits shows and movies without a MyAnimeList id, as they are not anime. Null for anything but
 * Simkl's JSON backup.
 */
export function parseSimklJson(value: unknown, timeZone = "UTC"): ImportedEntry[] | null {
  const parsed = backupSchema.safeParse(value);
  if (!parsed.success) return null;
  const { anime, shows, movies } = parsed.data;
  const read = (list: unknown[] | null | undefined) =>
    (list ?? []).map((item) => itemSchema.safeParse(item).data);
  const others = [...read(shows), ...read(movies)];
  const isAnime = (item: Item | undefined) => !isBlank((item?.show ?? item?.movie)?.ids?.mal);
  return [...read(anime), ...others.filter(isAnime)]
    .map((item) => (item === undefined ? UNREADABLE_ENTRY : toImportedEntry(item, timeZone)))
    .slice(0, MAX_ENTRIES + 1);
}

function toImportedEntry(item: Item, timeZone: string): ImportedEntry {
  const media = item.show ?? item.movie;
  const state = parseState(item.status);
  const { read, note, unread } = createValueReader();
  const marks = read("episodes", item.seasons ?? null, (seasons) =>
    readEpisodes(seasons, timeZone),
  );
  const seen = marks?.seen ?? null;
  const startedOn = marks?.firstDay ?? null;
  const watchedAt = isBlank(item.last_watched_at)
    ? item.added_to_watchlist_at
    : item.last_watched_at;
  const count = read("episodes_seen", item.watched_episodes_count ?? null, parseCount);
  const marked = seen === null ? null : countEpisodes(seen) || null;
  // The marks are complete when they agree with the count.
  const isMarked = (count ?? marked) === marked;
  if (marked !== null && !isMarked) note("episodes", item.seasons);
  return {
    malId: parseId(media?.ids?.mal),
    title: cleanTitle(media?.title),
    year: parseYear(media?.year),
    state,
    // Nothing counts them when the marks cannot be read.
    episodesSeen: count === null ? (marks === undefined ? undefined : marked) : count,
    ...(seen !== null && isMarked ? { seen } : {}),
    score: read("score", item.user_rating ?? null, parseTenPoints),
    ...(startedOn === null ? {} : { startedOn }),
    ...(state === "completed"
      ? { finishedOn: read("finished_on", item.last_watched_at ?? null, dayIn(timeZone)) }
      : {}),
    ...(item.memo ? { notes: read("notes", item.memo.text ?? null, cleanNotes) } : {}),
    addedAt: readTimestamp(read, "added_at", item.added_to_watchlist_at),
    updatedAt: readTimestamp(read, "updated_at", watchedAt),
    ...unread(),
  };
}

/**
 * Season 0 holds specials. Undefined for the marks of several seasons, which restart the numbering,
 * and for more of them than can be read.
 */
function readEpisodes(
  value: unknown,
  timeZone: string,
): { seen: EpisodeSet | null; firstDay: string | null } | undefined {
  const { data, success } = seasonsSchema.nullish().safeParse(value);
  if (!success) return undefined;
  const seasons = (data ?? []).filter(({ number }) => number > 0);
  const marked = seasons.filter(({ episodes }) => (episodes ?? []).length > 0);
  const season = marked[0] ?? seasons[0];
  if (marked.length > 1) return undefined;
  if (season === undefined) return { seen: null, firstDay: null };
  const watched = season.episodes ?? [];
  const toDay = dayIn(timeZone);
  const days = watched.flatMap((one) => toDay(one.watched_at) ?? []).sort();
  const seen = uniteSets(
    NO_EPISODES,
    watched.map((one) => [one.number, one.number] as const),
  );
  return seen.length > MAX_SPANS ? undefined : { seen, firstDay: days[0] ?? null };
}

const MAX_COLUMNS = 100;

/**
 * Parses Simkl's CSV, which has no MyAnimeList ids: titles are found by name and year. Omits what
 * is not anime. Returns null for any other content.
 */
export function parseSimklCsv(content: string, timeZone = "UTC"): ImportedEntry[] | null {
  // The header, the entries, and one over the limit.
  const [header = [], ...records] = parseCsv(content, MAX_ENTRIES + 2) ?? [];
  const columns = header.map((name) => name.trim().toLowerCase());
  if (
    columns.length > MAX_COLUMNS ||
    !["simkl_id", "watchlist"].every((name) => columns.includes(name))
  )
    return null;
  return records.flatMap((record) => {
    const cells = new Map(columns.map((name, index) => [name, record[index] ?? ""]));
    const id = cells.get("mal") ?? cells.get("mal_id");
    if (isBlank(id) && !/anime/i.test(cells.get("type") ?? "")) return [];
    const state = parseState(cells.get("watchlist"));
    const { read, unread } = createValueReader();
    return [
      {
        malId: parseId(id),
        title: cleanTitle(cells.get("title")),
        year: parseYear(cells.get("year")),
        state,
        episodesSeen: read("episodes_seen", cells.get("lastepwatched") ?? null, parseEpisodeCell),
        score: read("score", cells.get("rating") ?? null, parseTenPoints),
        ...(state === "completed"
          ? { finishedOn: read("finished_on", cells.get("watcheddate") ?? null, dayIn(timeZone)) }
          : {}),
        notes: read("notes", cells.get("memo") ?? null, cleanNotes),
        ...unread(),
      },
    ];
  });
}

/** Parses `s1e12`. */
function parseEpisodeCell(value: unknown): number | null | undefined {
  if (isBlank(value)) return null;
  const [, number] = /e(\d{1,6})$/i.exec(typeof value === "string" ? value.trim() : "") ?? [];
  return number === undefined ? undefined : parseCount(number);
}

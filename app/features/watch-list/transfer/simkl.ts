import { z } from "zod";
import { createChoiceParser } from "~/features/catalog/parse-vocabulary";
import type { EntryState } from "~/features/watch-list/entry-states";
import {
  countEpisodes,
  NO_EPISODES,
  uniteSets,
  type EpisodeSet,
} from "~/features/watch-list/tracking/episode-set";
import { parseCsv } from "./csv";
import {
  cleanNotes,
  cleanTitle,
  MAX_COUNT,
  MAX_ENTRIES,
  MAX_SPANS,
  parseCount,
  parseId,
  parseInstantDay,
  parseTimestamp,
  parseYear,
  toScore,
  type ImportedEntry,
} from "./imported-entry";

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);

const watchedEpisode = z.object({
  number: z.int().min(1).max(MAX_COUNT),
  watched_at: text,
});
const episode = watchedEpisode.nullable().catch(null);
const title = z
  .object({
    title: text,
    year: number,
    ids: z
      .object({ mal: z.union([z.string(), z.number()]).nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);
const itemSchema = z.object({
  status: text,
  user_rating: number,
  added_to_watchlist_at: text,
  last_watched_at: text,
  watched_episodes_count: number,
  /** An empty array when there is none. */
  memo: z.object({ text }).nullish().catch(null),
  seasons: z
    .array(z.object({ number: z.int(), episodes: z.array(episode).catch([]) }))
    .nullish()
    .catch(null),
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
export function parseSimklJson(value: unknown): ImportedEntry[] | null {
  const parsed = backupSchema.safeParse(value);
  if (!parsed.success) return null;
  const { anime, shows, movies } = parsed.data;
  const read = (list: unknown[] | null | undefined) =>
    (list ?? []).flatMap((item) => {
      const entry = itemSchema.safeParse(item);
      return entry.success ? [toImportedEntry(entry.data)] : [];
    });
  return [
    ...read(anime),
    ...[...read(shows), ...read(movies)].filter(({ malId }) => malId !== null),
  ].slice(0, MAX_ENTRIES + 1);
}

function toImportedEntry(item: Item): ImportedEntry {
  const media = item.show ?? item.movie;
  const state = parseState(item.status);
  const { seen, firstDay } = readEpisodes(item);
  const count = parseCount(item.watched_episodes_count);
  return {
    malId: parseId(media?.ids?.mal),
    title: cleanTitle(media?.title),
    year: parseYear(media?.year),
    state,
    episodesSeen: count ?? (seen === null ? null : countEpisodes(seen) || null),
    // The marks are complete when they agree with the count.
    ...(seen !== null && (count === null || count === countEpisodes(seen)) ? { seen } : {}),
    score: toScore((item.user_rating ?? 0) * 10),
    ...(firstDay === null ? {} : { startedOn: firstDay }),
    ...(state === "completed" ? { finishedOn: parseInstantDay(item.last_watched_at) } : {}),
    ...(item.memo ? { notes: cleanNotes(item.memo.text) } : {}),
    addedAt: parseTimestamp(item.added_to_watchlist_at),
    updatedAt: parseTimestamp(item.last_watched_at ?? item.added_to_watchlist_at),
  };
}

/** Season 0 holds specials. Several seasons restart the numbering, which rules out marks. */
function readEpisodes({ seasons }: Item): { seen: EpisodeSet | null; firstDay: string | null } {
  const [season, ...others] = (seasons ?? []).filter(({ number }) => number > 0);
  if (season === undefined || others.length > 0) return { seen: null, firstDay: null };
  const watched = season.episodes.filter((one) => one !== null);
  const days = watched.flatMap((one) => parseInstantDay(one.watched_at) ?? []).sort();
  const seen = uniteSets(
    NO_EPISODES,
    watched.map((one) => [one.number, one.number] as const),
  );
  return { seen: seen.length > MAX_SPANS ? null : seen, firstDay: days[0] ?? null };
}

const MAX_COLUMNS = 100;

/**
 * Without MyAnimeList ids: titles are found by name and year. Omits what is not anime. Null for
 * anything but Simkl's CSV.
 */
export function parseSimklCsv(content: string): ImportedEntry[] | null {
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
    const malId = parseId(cells.get("mal") ?? cells.get("mal_id"));
    if (malId === null && !/anime/i.test(cells.get("type") ?? "")) return [];
    const state = parseState(cells.get("watchlist"));
    const watchedOn = parseInstantDay(cells.get("watcheddate"));
    return [
      {
        malId,
        title: cleanTitle(cells.get("title")),
        year: parseYear(cells.get("year")),
        state,
        episodesSeen: parseCount(
          /e(\d{1,6})$/i.exec(cells.get("lastepwatched")?.trim() ?? "")?.[1],
        ),
        score: toScore(Number(cells.get("rating")) * 10),
        ...(state === "completed" ? { finishedOn: watchedOn } : {}),
        notes: cleanNotes(cells.get("memo")),
      },
    ];
  });
}

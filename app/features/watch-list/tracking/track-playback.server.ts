import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { changeTracked, dayOf, type Tracker } from "./change-entries.server";
import { diffEntries, parseStoredFields } from "./entry-diff";
import { hasEpisode } from "~/features/catalog/episodes/episode-set";
import { isExtra } from "./extra-episodes";
import { loadTracked, lockTracking } from "./load-tracked.server";
import { listRatingOffers } from "./rating-offers.server";
import type { TrackedEntry } from "./tracked-entry";
import { changeSeen } from "./tracking-rules";

export interface PlaybackMark {
  animeId: number;
  episode: number;
  seen: boolean;
  /** Whether it was played once more from its start. */
  again: boolean;
  age: number;
}

export interface PlaybackResult {
  watching: number[];
  finished: number[];
  /** The titles of `finished` that have no score yet, to offer one for. */
  unrated: number[];
  /** Whether an episode is marked as seen; undefined for a title without marks. */
  isSeen: (animeId: number, episode: number) => boolean | undefined;
}

const MIN_STALE_SECONDS = 1;

/**
 * Applies a player's report in the transaction that saves it: started titles move to Watching if
 * they are new or planned, and marks apply unless the list was changed later.
 */
export async function trackPlayback(
  tx: Transaction,
  tracker: Tracker,
  { started, marks }: { started: readonly number[]; marks: readonly PlaybackMark[] },
): Promise<PlaybackResult> {
  const ids = [...new Set([...started, ...marks.map(({ animeId }) => animeId)])];
  if (ids.length === 0) return { watching: [], finished: [], unrated: [], isSeen: () => undefined };
  await lockTracking(tx, tracker.userId);
  const tracked = await loadTracked(tx, tracker.userId, ids, tracker);
  const isStale = await createStaleCheck(tx, tracker.userId, marks);
  const valid = marks.filter((mark) => !isStale(mark));
  const { entries } = await changeTracked(
    tx,
    tracker,
    [...tracked.values()],
    ({ malId, entry, title }) => {
      let next = entry;
      const own = valid.filter(({ animeId }) => animeId === malId);
      for (const mark of own.filter(({ episode }) => !isExtra(episode, title)))
        next = applyMark(next, mark, (change) =>
          changeSeen(next, title, change, {
            today: dayOf(new Date(Date.now() - mark.age * 1000), tracker.timeZone),
            field: "episode",
          }),
        );
      return started.includes(malId) ? begin(next) : next;
    },
    { ages: agesOf(marks) },
  );
  const idsWhere = (matches: (before: TrackedEntry, after: TrackedEntry) => boolean) =>
    entries.filter(({ before, after }) => matches(before, after)).map(({ malId }) => malId);
  const seen = new Map(entries.map(({ malId, after }) => [malId, after.seen]));
  return {
    isSeen(animeId, episode) {
      const set = seen.get(animeId);
      return set === undefined ? undefined : hasEpisode(set, episode);
    },
    watching: idsWhere(
      (before, after) =>
        after.state === "watching" && !(before.listed && before.state === "watching"),
    ),
    finished: idsWhere(
      (before, after) => after.state === "completed" && diffEntries(before, after) !== null,
    ),
    unrated: await listRatingOffers(tx, tracker.userId, entries),
  };
}

/** Marks or unmarks an episode. Unmarking an unseen one changes nothing, and lists nothing. */
function applyMark(
  entry: TrackedEntry,
  { episode, seen, again }: PlaybackMark,
  change: (mark: { kind: "mark"; episode: number; seen: boolean; again: boolean }) => TrackedEntry,
): TrackedEntry {
  if (!seen && !hasEpisode(entry.seen, episode)) return entry;
  const next = change({ kind: "mark", episode, seen, again });
  return seen ? next : { ...next, listed: entry.listed };
}

function begin(entry: TrackedEntry): TrackedEntry {
  const isNew = !entry.listed || entry.state === "planned";
  return isNew ? { ...entry, listed: true, state: "watching" } : entry;
}

function agesOf(marks: readonly PlaybackMark[]): Map<number, number> {
  const ages = new Map<number, number>();
  for (const { animeId, age } of marks) ages.set(animeId, Math.min(age, ages.get(animeId) ?? age));
  return ages;
}

interface LaterRow extends Record<string, unknown> {
  anime_mal_id: number;
  age: number;
  before: unknown;
  after: unknown;
}

async function createStaleCheck(
  tx: Transaction,
  userId: string,
  marks: readonly PlaybackMark[],
): Promise<(mark: PlaybackMark) => boolean> {
  const old = marks.filter(({ age }) => age >= MIN_STALE_SECONDS);
  if (old.length === 0) return () => false;
  const ids = [...new Set(old.map(({ animeId }) => animeId))];
  const rows = await tx.execute<LaterRow>(sql`
    SELECT anime_mal_id, extract(epoch FROM clock_timestamp() - at)::float8 AS age, before, after
    FROM list_events
    WHERE user_id = ${userId}::uuid AND anime_mal_id = ANY(${sql.param(ids)}::integer[])
      AND at > clock_timestamp() - make_interval(secs => ${Math.max(...old.map(({ age }) => age))}::float8)
      AND undone_at IS NULL AND after ? 'seen'`);
  const later = [...rows].map((row) => ({
    animeId: row.anime_mal_id,
    age: row.age,
    before: parseStoredFields(row.before).seen ?? [],
    after: parseStoredFields(row.after).seen ?? [],
  }));
  return ({ animeId, episode, age }) =>
    later.some(
      (event) =>
        event.animeId === animeId &&
        event.age < age &&
        hasEpisode(event.before, episode) !== hasEpisode(event.after, episode),
    );
}

import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { trackPlayback, type Tracker } from "~/features/watch-list/port";
import type { Database, Transaction } from "~db/client.server";
import type { ProgressEntry } from "./progress-input";
import { WATCHED_FRACTION } from "~/features/catalog/episodes/half-watched";

export interface SavedEpisode {
  animeId: number;
  episode: number;
  position: number;
  duration: number | null;
  watched: boolean;
}

export interface SavedProgress {
  episodes: SavedEpisode[];
  /** Titles that are now being watched. */
  watching: number[];
  /** Titles that are now completed. */
  finished: number[];
  /** Titles of `finished` to offer a score for. */
  unrated: number[];
}

interface SavedPositions {
  episodes: SavedEpisode[];
  started: number[];
  /** Episodes marked or played to their end, oldest first. */
  marks: {
    animeId: number;
    episode: number;
    seen: boolean;
    /** Whether it was played from its start since the last mark. */
    again: boolean;
    age: number;
  }[];
}

interface Saved extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  position: number;
  duration: number | null;
  watched: boolean;
  started: boolean;
  mark: boolean | null;
  again: boolean;
  age: number;
}

/** A position below this starts a replay. */
const REPLAYED_FRACTION = 0.1;

/**
 * Saves what a player reports and applies it to the watch list, in one transaction. Throws
 * `NotFound` when the catalog has none of the episodes.
 */
export function saveProgress(
  db: Database,
  tracker: Tracker,
  entries: readonly ProgressEntry[],
): Promise<SavedProgress> {
  return db.transaction(async (tx) => {
    const saved = await savePositions(tx, tracker.userId, entries);
    const { isSeen, ...tracked } = await trackPlayback(tx, tracker, saved);
    const episodes = saved.episodes.map((episode) => ({
      ...episode,
      watched: isSeen(episode.animeId, episode.episode) ?? episode.watched,
    }));
    return { ...tracked, episodes };
  });
}

/**
 * Upserts positions in one statement, and returns the episodes to mark. The newest event wins,
 * whichever request arrives first; position and mark are resolved separately, and only a mark or
 * reaching the end is one. Stored events from the future, before the clock was set back, count as
 * current. Those of a merged title are the title's that it was merged into. Skips episodes that the
 * catalog lacks; throws `NotFound` when none is left.
 */
async function savePositions(
  tx: Transaction,
  userId: string,
  entries: readonly ProgressEntry[],
): Promise<SavedPositions> {
  const records = entries.map((entry) => ({
    reported_id: entry.animeId,
    number: entry.episode,
    position: entry.position ?? null,
    duration: entry.duration ?? null,
    mark: entry.watched ?? null,
    age: entry.age,
  }));
  const rows = await tx.execute<Saved>(sql`
    WITH incoming AS (
      SELECT DISTINCT ON (anime_mal_id, number) *, now() - make_interval(secs => age) AS at
      FROM (
        SELECT coalesce(m.into_mal_id, r.reported_id) AS anime_mal_id, number, position, duration,
          mark, age
        FROM json_to_recordset(${JSON.stringify(records)}::json) AS r (
          reported_id integer, number integer, position float8, duration float8, mark boolean, age float8)
        LEFT JOIN merged_titles m ON m.mal_id = r.reported_id
      ) AS reports
      ORDER BY anime_mal_id, number, age
    ), resolved AS (
      SELECT i.anime_mal_id, i.number, i.at, i.age, i.mark, nullif(i.duration, 0) AS duration,
        i.position IS NOT NULL AS played,
        least(i.position, coalesce(nullif(i.duration, 0), i.position)) AS position,
        coalesce(
          i.mark,
          CASE WHEN i.position >= nullif(i.duration, 0) * ${WATCHED_FRACTION}::float8 THEN true END
        ) AS watched
      FROM incoming i
      JOIN episodes e USING (anime_mal_id, number)
    ), before AS (
      SELECT p.anime_mal_id, p.number, p.marked_at, p.replayed FROM playback_positions p
      WHERE p.user_id = ${userId}::uuid AND p.anime_mal_id IN (SELECT anime_mal_id FROM resolved)
    ), put AS (
      INSERT INTO playback_positions AS p (
        user_id, anime_mal_id, number, position_seconds, duration_seconds, marked_at, updated_at)
      SELECT ${userId}::uuid, anime_mal_id, number, coalesce(position, 0), duration,
        CASE WHEN watched IS NOT NULL THEN at END, at
      FROM resolved
      ON CONFLICT (user_id, anime_mal_id, number) DO UPDATE SET
        position_seconds = CASE
          WHEN excluded.updated_at < least(p.updated_at, now()) THEN p.position_seconds
          ELSE coalesce((
            SELECT CASE WHEN r.mark = false THEN coalesce(r.position, 0) ELSE r.position END
            FROM resolved r WHERE r.anime_mal_id = p.anime_mal_id AND r.number = p.number
          ), p.position_seconds) END,
        duration_seconds = coalesce(excluded.duration_seconds, p.duration_seconds),
        replayed = CASE
          WHEN excluded.marked_at >= least(coalesce(p.marked_at, '-infinity'), now()) THEN false
          WHEN excluded.updated_at >= least(p.updated_at, now()) AND p.marked_at IS NOT NULL
            AND excluded.position_seconds < excluded.duration_seconds * ${REPLAYED_FRACTION}::float8 THEN true
          ELSE p.replayed END,
        marked_at = CASE
          WHEN p.marked_at > now() THEN coalesce(excluded.marked_at, now())
          ELSE greatest(p.marked_at, excluded.marked_at) END,
        updated_at = greatest(least(p.updated_at, now()), excluded.updated_at)
      RETURNING anime_mal_id, number, position_seconds, duration_seconds
    )
    SELECT put.anime_mal_id, put.number, put.position_seconds AS position,
      put.duration_seconds AS duration, coalesce(s.episodes @> put.number, false) AS watched,
      r.played AND NOT EXISTS (
        SELECT 1 FROM before b WHERE b.anime_mal_id = put.anime_mal_id) AS started,
      CASE WHEN r.at >= least(coalesce(b.marked_at, '-infinity'), now()) THEN r.watched END AS mark,
      r.played AND (b.marked_at IS NULL OR b.replayed) AS again, r.age
    FROM put JOIN resolved r USING (anime_mal_id, number)
    LEFT JOIN before b USING (anime_mal_id, number)
    LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = put.anime_mal_id
    ORDER BY put.anime_mal_id, put.number`);
  if (rows.length === 0) throw new NotFound("episode.notFound");
  return {
    episodes: [...rows].map(({ anime_mal_id, number, position, duration, watched }) => ({
      animeId: anime_mal_id,
      episode: number,
      position,
      duration,
      watched,
    })),
    started: [...new Set([...rows].flatMap((row) => (row.started ? [row.anime_mal_id] : [])))],
    marks: [...rows]
      .flatMap(({ anime_mal_id, number, mark, again, age }) =>
        mark === null ? [] : [{ animeId: anime_mal_id, episode: number, seen: mark, again, age }],
      )
      .sort((one, other) => other.age - one.age || one.episode - other.episode),
  };
}

import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import type { ProgressEntry } from "./progress-input";
import { WATCHED_FRACTION } from "./progress-rules";

export interface SavedProgress {
  episodes: {
    animeId: number;
    episode: number;
    position: number;
    duration: number | null;
    watched: boolean;
  }[];
  /** Titles played for the first time. */
  started: number[];
  /** Titles whose last episode has just become watched. */
  finished: number[];
}

interface Saved extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  position: number;
  duration: number | null;
  watched: boolean;
  started: boolean;
  finished: boolean;
}

/**
 * Upserts progress in one statement. The newest event wins, whichever request arrives first;
 * position and `watched` are resolved separately, and only a mark or reaching the end sets
 * `watched`. A stored event from the future, before the clock was set back, counts as one of now.
 * Skips episodes that the catalog lacks and throws `NotFound` when none is left.
 */
export async function saveProgress(
  db: Database | Transaction,
  userId: string,
  entries: readonly ProgressEntry[],
): Promise<SavedProgress> {
  const records = entries.map((entry) => ({
    anime_mal_id: entry.animeId,
    number: entry.episode,
    position: entry.position ?? null,
    duration: entry.duration ?? null,
    mark: entry.watched ?? null,
    age: entry.age,
  }));
  const rows = await db.execute<Saved>(sql`
    WITH incoming AS (
      SELECT DISTINCT ON (anime_mal_id, number) *, now() - make_interval(secs => age) AS at
      FROM json_to_recordset(${JSON.stringify(records)}::json) AS r (
        anime_mal_id integer, number integer, position float8, duration float8, mark boolean, age float8)
      ORDER BY anime_mal_id, number, age
    ), resolved AS (
      SELECT i.anime_mal_id, i.number, i.at, i.mark, nullif(i.duration, 0) AS duration,
        i.position IS NOT NULL AS played,
        least(i.position, coalesce(nullif(i.duration, 0), i.position)) AS position,
        coalesce(
          i.mark,
          CASE WHEN i.position >= nullif(i.duration, 0) * ${WATCHED_FRACTION}::float8 THEN true END
        ) AS watched,
        a.episodes AS announced, a.status
      FROM incoming i
      JOIN episodes e USING (anime_mal_id, number)
      JOIN animes a ON a.mal_id = i.anime_mal_id
    ), before AS (
      SELECT p.anime_mal_id, p.number, p.watched FROM playback_positions p
      WHERE p.user_id = ${userId}::uuid AND p.anime_mal_id IN (SELECT anime_mal_id FROM resolved)
    ), put AS (
      INSERT INTO playback_positions AS p (
        user_id, anime_mal_id, number, position_seconds, duration_seconds, watched, marked_at, updated_at)
      SELECT ${userId}::uuid, anime_mal_id, number, coalesce(position, 0), duration,
        coalesce(watched, false), CASE WHEN watched IS NOT NULL THEN at END, at
      FROM resolved
      ON CONFLICT (user_id, anime_mal_id, number) DO UPDATE SET
        position_seconds = CASE
          WHEN excluded.updated_at < least(p.updated_at, now()) THEN p.position_seconds
          ELSE coalesce((
            SELECT CASE WHEN r.mark = false THEN coalesce(r.position, 0) ELSE r.position END
            FROM resolved r WHERE r.anime_mal_id = p.anime_mal_id AND r.number = p.number
          ), p.position_seconds) END,
        duration_seconds = coalesce(excluded.duration_seconds, p.duration_seconds),
        watched = CASE
          WHEN excluded.marked_at >= least(coalesce(p.marked_at, '-infinity'), now())
            THEN excluded.watched
          ELSE p.watched END,
        marked_at = CASE
          WHEN p.marked_at > now() THEN coalesce(excluded.marked_at, now())
          ELSE greatest(p.marked_at, excluded.marked_at) END,
        hidden = p.hidden AND excluded.updated_at < least(p.updated_at, now()),
        updated_at = greatest(least(p.updated_at, now()), excluded.updated_at)
      RETURNING anime_mal_id, number, position_seconds, duration_seconds, watched
    )
    SELECT put.anime_mal_id, put.number, put.position_seconds AS position,
      put.duration_seconds AS duration, put.watched,
      r.played AND NOT EXISTS (
        SELECT 1 FROM before b WHERE b.anime_mal_id = put.anime_mal_id) AS started,
      put.watched
        AND NOT EXISTS (
          SELECT 1 FROM before b
          WHERE b.anime_mal_id = put.anime_mal_id AND b.number = put.number AND b.watched)
        AND put.number >= coalesce(
          r.announced,
          CASE WHEN r.status = 'Finished Airing' THEN (
            SELECT max(e.number) FROM episodes e WHERE e.anime_mal_id = put.anime_mal_id) END,
          2147483647) AS finished
    FROM put JOIN resolved r USING (anime_mal_id, number)
    ORDER BY put.anime_mal_id, put.number`);
  if (rows.length === 0) throw new NotFound("episode.notFound");
  const animeIdsWhere = (matches: (row: Saved) => boolean) => [
    ...new Set([...rows].filter(matches).map((row) => row.anime_mal_id)),
  ];
  return {
    episodes: [...rows].map(({ anime_mal_id, number, position, duration, watched }) => ({
      animeId: anime_mal_id,
      episode: number,
      position,
      duration,
      watched,
    })),
    started: animeIdsWhere((row) => row.started),
    finished: animeIdsWhere((row) => row.finished),
  };
}

import { sql, type SQL } from "drizzle-orm";
import { hasPlayable, isPlayable } from "~/features/catalog/episodes/is-playable.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { WATCHED_FRACTION } from "./progress-rules";

/** The current or next unwatched episode of a title. Times in seconds. */
export interface NextToWatch {
  animeId: number;
  episode: number;
  episodeTitle: string | null;
  position: number;
  duration: number | null;
  updatedAt: Date;
}

interface Row extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  title: string | null;
  position: number;
  duration: number | null;
  updated_at: string;
}

/**
 * Lists one episode per recently played title, latest first; `skipsFiller` passes over filler and
 * recaps that were not begun. Where some episode of a title plays here, so does the next one. Omits
 * titles without an unwatched aired episode and those removed since they were last played.
 */
export async function listContinueWatching(
  db: Database,
  userId: string,
  {
    limit = 20,
    skipsFiller = false,
    ...viewer
  }: Viewer & { limit?: number; skipsFiller?: boolean },
): Promise<NextToWatch[]> {
  const rows = await db.execute<Row>(
    prepared(sql`
      WITH latest AS (
        SELECT DISTINCT ON (p.anime_mal_id) p.anime_mal_id, p.number, p.updated_at, s.episodes,
          coalesce(s.episodes @> p.number, false)
            OR coalesce(p.position_seconds >= p.duration_seconds * ${WATCHED_FRACTION}::float8, false) AS watched
        FROM (
          SELECT *, max(removed_at) OVER (PARTITION BY anime_mal_id) AS title_removed_at
          FROM playback_positions WHERE user_id = ${userId}::uuid
        ) AS p
        LEFT JOIN seen_episodes s ON s.user_id = p.user_id AND s.anime_mal_id = p.anime_mal_id
        WHERE p.title_removed_at IS NULL OR p.updated_at > p.title_removed_at
        ORDER BY p.anime_mal_id, p.updated_at DESC, p.number DESC
      ), latest_playable AS MATERIALIZED (
        SELECT *, watched AND ${hasPlayable(sql`latest.anime_mal_id`)} AS has_playable FROM latest
      ), next AS (
        SELECT l.anime_mal_id, l.updated_at, CASE WHEN NOT l.watched THEN l.number ELSE (
          SELECT min(e.number) FROM episodes e
          WHERE e.anime_mal_id = l.anime_mal_id AND e.number > l.number
            AND (e.aired IS NULL OR e.aired <= now())
            AND NOT (${skipsFiller} AND (e.filler OR e.recap))
            AND NOT coalesce(l.episodes @> e.number, false)
            AND (${isPlayable} OR NOT l.has_playable)
        ) END AS number
        FROM latest_playable l
      )
      SELECT n.anime_mal_id, n.number, e.title, coalesce(p.position_seconds, 0) AS position,
        p.duration_seconds AS duration, n.updated_at
      FROM next n
      JOIN episodes e ON e.anime_mal_id = n.anime_mal_id AND e.number = n.number
      JOIN animes a ON a.mal_id = n.anime_mal_id
      LEFT JOIN playback_positions p
        ON p.user_id = ${userId}::uuid AND p.anime_mal_id = n.anime_mal_id AND p.number = n.number
      WHERE ${isVisible(sql`a`, viewer)}
      ORDER BY n.updated_at DESC, n.anime_mal_id LIMIT ${limit}`),
  );
  return [...rows].map((row) => ({
    animeId: row.anime_mal_id,
    episode: row.number,
    episodeTitle: row.title,
    position: row.position,
    duration: row.duration,
    updatedAt: new Date(row.updated_at),
  }));
}

/**
 * Hides a title until it is played again; positions recorded before the removal do not restore it,
 * however late they arrive. Returns whether it was listed.
 */
export async function hideFromContinueWatching(
  db: Database,
  userId: string,
  animeId: number,
): Promise<boolean> {
  return (await setRemoved(db, userId, { animeId, removedAt: sql`now()` })) === "listed";
}

export async function restoreToContinueWatching(
  db: Database,
  userId: string,
  animeId: number,
): Promise<boolean> {
  return (await setRemoved(db, userId, { animeId, removedAt: sql`NULL` })) === "removed";
}

async function setRemoved(
  db: Database,
  userId: string,
  { animeId, removedAt }: { animeId: number; removedAt: SQL },
): Promise<"listed" | "removed" | null> {
  const [row] = await db.execute<{ listed: boolean | null }>(sql`
    WITH changed AS (
      UPDATE playback_positions SET removed_at = ${removedAt}
      WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4
    )
    SELECT max(updated_at) > coalesce(max(removed_at), '-infinity') AS listed
    FROM playback_positions WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4`);
  const listed = row?.listed ?? null;
  return listed === null ? null : listed ? "listed" : "removed";
}

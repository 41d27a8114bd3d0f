import { sql, type SQL } from "drizzle-orm";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import { isCaughtUp, nextEpisode } from "~/features/catalog/episodes/next-episode";
import {
  historyColumns,
  toHistory,
  type HistoryRow,
} from "~/features/catalog/episodes/watch-history.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

/** What comes next of a title. Times in seconds. */
export interface NextToWatch {
  animeId: number;
  episode: number;
  episodeTitle: string | null;
  position: number;
  duration: number | null;
  updatedAt: Date;
  /** It has a source. */
  playable: boolean;
}

interface PlayedRow extends HistoryRow {
  [column: string]: unknown;
  mal_id: number;
  updated_at: string;
}

interface EpisodeRow extends Record<string, unknown> {
  anime_mal_id: number;
  title: string | null;
  position: number;
  duration: number | null;
  playable: boolean;
}

/**
 * Lists what comes next of each played title, latest first; `skipsFiller` passes over filler and
 * recaps that were not begun. Omits titles of which all that was broadcast is seen, and those
 * removed since they were last played. Two statements.
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
  const played = await db.execute<PlayedRow>(
    prepared(sql`
      WITH played AS (
        SELECT p.anime_mal_id, max(p.updated_at) AS updated_at FROM playback_positions p
        WHERE p.user_id = ${userId}::uuid GROUP BY p.anime_mal_id
        HAVING max(p.removed_at) IS NULL OR max(p.updated_at) > max(p.removed_at)
      ), history AS (
        SELECT a.mal_id, ${historyColumns(userId, { skipsFiller })}, played.updated_at
        FROM played JOIN animes a ON a.mal_id = played.anime_mal_id
        LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = a.mal_id
        WHERE ${isVisible(sql`a`, viewer)}
      )
      SELECT * FROM history
      WHERE half_watched IS NOT NULL OR (count < coalesce(last_aired, total)) IS NOT FALSE
      ORDER BY updated_at DESC, mal_id LIMIT ${2 * limit}`),
  );
  const wanted = [...played].flatMap((row) => {
    const history = toHistory(row);
    const next = nextEpisode(history);
    return next === null || isCaughtUp(next, history)
      ? []
      : [{ animeId: row.mal_id, episode: next, updatedAt: new Date(row.updated_at) }];
  });
  if (wanted.length === 0) return [];
  const episodes = await db.execute<EpisodeRow>(
    prepared(sql`
      SELECT e.anime_mal_id, e.title, coalesce(p.position_seconds, 0) AS position,
        p.duration_seconds AS duration,
        ${isPlayable} AS playable
      FROM unnest(
        ${sql.param(wanted.map(({ animeId }) => animeId))}::int4[],
        ${sql.param(wanted.map(({ episode }) => episode))}::int4[]
      ) AS wanted (mal_id, number)
      JOIN episodes e ON e.anime_mal_id = wanted.mal_id AND e.number = wanted.number
      LEFT JOIN playback_positions p
        ON p.user_id = ${userId}::uuid AND p.anime_mal_id = e.anime_mal_id AND p.number = e.number
      WHERE e.aired IS NULL OR e.aired <= now()`),
  );
  const found = new Map([...episodes].map((row) => [row.anime_mal_id, row]));
  return wanted
    .flatMap((next) => {
      const row = found.get(next.animeId);
      if (row === undefined) return [];
      const { title: episodeTitle, position, duration, playable } = row;
      return [{ ...next, episodeTitle, position, duration, playable }];
    })
    .slice(0, limit);
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

import { sql } from "drizzle-orm";
import { isBeforeRewatch } from "~/features/catalog/episodes/watch-history.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { Progress } from "./progress-rules";

/** Times in seconds. */
export interface EpisodeProgress {
  animeId: number;
  episode: number;
  position: number;
  duration: number | null;
  watched: boolean;
  updatedAt: Date;
  /** Whether it was played before the rewatch that is under way. */
  isBeforeRewatch: boolean;
}

const MAX_ROWS = 2_000;

interface Row extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  position: number;
  duration: number | null;
  watched: boolean;
  updated_at: string;
  is_before_rewatch: boolean;
}

/** Lists played or seen episodes of one anime in order, or the latest 2,000 in all. */
export async function listProgress(
  db: Database,
  userId: string,
  animeId?: number,
): Promise<EpisodeProgress[]> {
  const isOne = animeId === undefined ? sql`` : sql`AND anime_mal_id = ${animeId}::integer`;
  const order =
    animeId === undefined ? sql`updated_at DESC, anime_mal_id, number` : sql`anime_mal_id, number`;
  const rows = await db.execute<Row>(
    prepared(sql`
      WITH played AS (
        SELECT anime_mal_id, number, position_seconds, duration_seconds, updated_at
        FROM playback_positions WHERE user_id = ${userId}::uuid ${isOne}
      ), seen AS (
        SELECT anime_mal_id, episodes, updated_at FROM seen_episodes
        WHERE user_id = ${userId}::uuid ${isOne} AND count > 0
        ORDER BY updated_at DESC LIMIT ${MAX_ROWS}
      ), marked AS (
        SELECT anime_mal_id, number, updated_at FROM seen, unnest(episodes) AS span,
          generate_series(lower(span), upper(span) - 1) AS number
        ORDER BY ${order} LIMIT ${MAX_ROWS}
      )
      SELECT anime_mal_id, number, coalesce(position_seconds, 0) AS position,
        duration_seconds AS duration, coalesce(s.episodes @> number, false) AS watched,
        coalesce(p.updated_at, m.updated_at) AS updated_at, ${isBeforeRewatch(userId)} AS is_before_rewatch
      FROM played p FULL JOIN marked m USING (anime_mal_id, number)
      LEFT JOIN (SELECT anime_mal_id, episodes FROM seen_episodes WHERE user_id = ${userId}::uuid) s USING (anime_mal_id)
      ORDER BY ${order} LIMIT ${MAX_ROWS}`),
  );
  return [...rows].map((row) => ({
    animeId: row.anime_mal_id,
    episode: row.number,
    position: row.position,
    duration: row.duration,
    watched: row.watched,
    updatedAt: new Date(row.updated_at),
    isBeforeRewatch: row.is_before_rewatch,
  }));
}

/** A rewatch begins each episode at its beginning. */
export async function getProgressByEpisode(
  db: Database,
  userId: string,
  animeId: number,
): Promise<Record<number, Progress>> {
  const rows = await listProgress(db, userId, animeId);
  const now = Date.now();
  return Object.fromEntries(
    rows.map(({ episode, updatedAt, ...played }): [number, Progress] => [
      episode,
      {
        position: played.isBeforeRewatch ? 0 : played.position,
        duration: played.duration,
        watched: played.watched,
        age: Math.max(0, (now - updatedAt.getTime()) / 1000),
      },
    ]),
  );
}

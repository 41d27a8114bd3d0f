import { sql } from "drizzle-orm";
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
}

const MAX_ROWS = 2_000;
const DAY_MS = 86_400_000;

interface Row extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  position: number;
  duration: number | null;
  watched: boolean;
  updated_at: string;
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
        coalesce(p.updated_at, m.updated_at) AS updated_at
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
  }));
}

export async function getProgressByEpisode(
  db: Database,
  userId: string,
  animeId: number,
): Promise<Record<number, Progress>> {
  const rows = await listProgress(db, userId, animeId);
  const now = Date.now();
  return Object.fromEntries(
    rows.map(({ episode, position, duration, watched, updatedAt }): [number, Progress] => [
      episode,
      { position, duration, watched, age: Math.max(0, (now - updatedAt.getTime()) / 1000) },
    ]),
  );
}

/** Forgets positions from before a rewatch, which began on `startedOn`, in some time zone. */
export function sinceRewatch(
  progress: Readonly<Record<number, Progress>>,
  startedOn: string | null,
): Readonly<Record<number, Progress>> {
  if (startedOn === null) return progress;
  const dayAfter = ({ age = 0 }: Progress) =>
    new Date(Date.now() - age * 1000 + DAY_MS).toISOString().slice(0, 10);
  return Object.fromEntries(
    Object.entries(progress).map(([number, episode]) => [
      number,
      dayAfter(episode) < startedOn ? { ...episode, position: 0 } : episode,
    ]),
  );
}

import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { playbackPositions } from "~db/schema";
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

/** Progress in one anime by episode, or the newest 2,000 in all, latest first. */
export async function listProgress(
  db: Database,
  userId: string,
  animeId?: number,
): Promise<EpisodeProgress[]> {
  const rows = await db
    .select()
    .from(playbackPositions)
    .where(
      and(
        eq(playbackPositions.userId, userId),
        animeId === undefined ? undefined : eq(playbackPositions.animeMalId, animeId),
      ),
    )
    .orderBy(
      ...(animeId === undefined ? [desc(playbackPositions.updatedAt)] : []),
      asc(playbackPositions.animeMalId),
      asc(playbackPositions.number),
    )
    .limit(animeId === undefined ? MAX_ROWS : 100_000);
  return rows.map((row) => ({
    animeId: row.animeMalId,
    episode: row.number,
    position: row.positionSeconds,
    duration: row.durationSeconds,
    watched: row.watched,
    updatedAt: row.updatedAt,
  }));
}

/** Progress in one anime by episode number, with its age. */
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

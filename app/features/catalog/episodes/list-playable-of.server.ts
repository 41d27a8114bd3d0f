import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { isPlayable } from "./is-playable.server";

interface NumberedEpisode {
  animeId: number;
  number: number;
}

/** Finds which of the episodes have a source on this site, as `<title>-<number>`. */
export async function listPlayableOf(
  db: Database,
  episodes: readonly NumberedEpisode[],
): Promise<ReadonlySet<string>> {
  if (episodes.length === 0) return new Set();
  const rows = await db.execute<{ id: string }>(
    prepared(sql`
      SELECT wanted.mal_id || '-' || wanted.number AS id
      FROM unnest(
        ${sql.param(episodes.map(({ animeId }) => animeId))}::int4[],
        ${sql.param(episodes.map(({ number }) => number))}::int4[]
      ) AS wanted (mal_id, number)
      JOIN episodes e ON e.anime_mal_id = wanted.mal_id AND e.number = wanted.number
      WHERE ${isPlayable}`),
  );
  return new Set([...rows].map(({ id }) => id));
}

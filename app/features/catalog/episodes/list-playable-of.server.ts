import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { isPlayable } from "./is-playable.server";

/** Finds the titles whose episode, the value of each, has a source on this site. */
export async function listPlayableOf(
  db: Database,
  episodes: ReadonlyMap<number, number>,
): Promise<ReadonlySet<number>> {
  if (episodes.size === 0) return new Set();
  const rows = await db.execute<{ mal_id: number }>(
    prepared(sql`
      SELECT wanted.mal_id
      FROM unnest(
        ${sql.param([...episodes.keys()])}::int4[], ${sql.param([...episodes.values()])}::int4[]
      ) AS wanted (mal_id, number)
      JOIN episodes e ON e.anime_mal_id = wanted.mal_id AND e.number = wanted.number
      WHERE ${isPlayable}`),
  );
  return new Set([...rows].map(({ mal_id }) => mal_id));
}

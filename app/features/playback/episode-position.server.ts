import { sql } from "drizzle-orm";
import { TOTAL_EPISODES } from "~/features/catalog/episodes/watch-history.server";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import type { Database } from "~db/client.server";

export interface AdjacentEpisode {
  number: number;
  title: string | null;
}

export interface EpisodePosition {
  index: number;
  previous: AdjacentEpisode | null;
  next: AdjacentEpisode | null;
  /** Whether the title has no later episode, here or elsewhere. */
  isLast: boolean;
}

interface Row extends Record<string, unknown> {
  index: number;
  previous: AdjacentEpisode | null;
  next: AdjacentEpisode | null;
  is_last: boolean;
}

/**
 * The adjacent episodes are those that play here, or any where none of the title's does.
 * `skipsFiller` passes over filler and recaps on the way to the next one, which follows `last`
 * where one file plays several.
 */
export async function getEpisodePosition(
  db: Database,
  animeId: number,
  number: number,
  { skipsFiller, last = number }: { skipsFiller: boolean; last?: number | undefined },
): Promise<EpisodePosition> {
  const adjacentJson = sql`json_build_object('number', number, 'title', title)`;
  const [row] = await db.execute<Row>(sql`
    WITH listed AS (
      SELECT e.number, coalesce(e.title, e.title_romanji) AS title, e.filler OR e.recap AS filler,
        ${isPlayable} AS playable
      FROM episodes e WHERE e.anime_mal_id = ${animeId}::int4
    ), reachable AS (
      SELECT * FROM listed WHERE playable OR NOT EXISTS (SELECT FROM listed WHERE playable)
    )
    SELECT
      (SELECT count(*)::int FROM listed WHERE number <= ${number}::int4) AS index,
      coalesce(${last}::int4 >= (
        SELECT ${TOTAL_EPISODES} FROM animes a WHERE a.mal_id = ${animeId}::int4), false) AS is_last,
      (
        SELECT ${adjacentJson} FROM reachable WHERE number < ${number}::int4
        ORDER BY number DESC LIMIT 1) AS previous,
      (
        SELECT ${adjacentJson} FROM reachable
        WHERE number > ${last}::int4 AND NOT (${skipsFiller} AND filler)
        ORDER BY number LIMIT 1) AS next`);
  const { index = 1, previous = null, next = null, is_last: isLast = false } = row ?? {};
  return { index, previous, next, isLast };
}

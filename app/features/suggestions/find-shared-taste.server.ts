import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { SHARES_TASTE } from "./load-signals.server";

/** How many of those who share their taste are compared: the latest to change something. */
const MAX_COMPARED_USERS = 200;
const MIN_TITLES_IN_COMMON = 5;
const MIN_LIKENESS = 0.2;
const MAX_LIKE_MINDED = 30;
/** The least number of users: with fewer, a suggestion would tell what a single user thinks. */
const MIN_WHO_LIKE = 2;
const MAX_TITLES = 500;

/** How much an entry was liked: how far its score is above or below 65, or what its state says. */
const VALUE = sql`coalesce(score - 65, CASE state WHEN 'completed' THEN 5 WHEN 'rewatching' THEN 25
  WHEN 'watching' THEN 5 WHEN 'dropped' THEN -25 END)`;

/**
 * Titles that at least two users of like taste like, with the share of those users, 0 to 1. Only of
 * users who share their taste, as the user does, and without private entries.
 */
export async function findSharedTaste(db: Database, userId: string): Promise<Map<number, number>> {
  const rows = await db.execute<{ mal_id: number; share: number }>(sql`
    WITH mine AS (
      SELECT anime_mal_id, ${VALUE} AS value FROM watch_list_entries WHERE user_id = ${userId}::uuid
    ), others AS (
      SELECT p.user_id FROM preferences p JOIN users u ON u.id = p.user_id
      WHERE ${SHARES_TASTE} AND u.disabled_at IS NULL AND p.user_id <> ${userId}::uuid
      ORDER BY p.updated_at DESC, p.user_id LIMIT ${MAX_COMPARED_USERS}
    ), theirs AS MATERIALIZED (
      SELECT e.user_id, e.anime_mal_id, ${VALUE} AS value
      FROM watch_list_entries e JOIN others USING (user_id) WHERE NOT e.private
    ), alike AS (
      SELECT theirs.user_id
      FROM theirs JOIN mine USING (anime_mal_id)
      WHERE theirs.value IS NOT NULL AND mine.value IS NOT NULL
      GROUP BY theirs.user_id
      HAVING count(*) >= ${MIN_TITLES_IN_COMMON}::int4
        AND sum(theirs.value * mine.value) > ${MIN_LIKENESS}::float8
          * sqrt(sum(theirs.value ^ 2) * sum(mine.value ^ 2) + 1)
      ORDER BY sum(theirs.value * mine.value)
        / sqrt(sum(theirs.value ^ 2) * sum(mine.value ^ 2) + 1) * count(*) / (count(*) + 10.0) DESC
      LIMIT ${MAX_LIKE_MINDED}
    )
    SELECT anime_mal_id AS mal_id,
      (count(*)::float8 / greatest(5, (SELECT count(*) FROM alike)))::float8 AS share
    FROM theirs JOIN alike USING (user_id) WHERE value > 10
    GROUP BY anime_mal_id HAVING count(*) >= ${MIN_WHO_LIKE}::int4
    ORDER BY count(*) DESC, anime_mal_id LIMIT ${MAX_TITLES}`);
  return new Map(rows.map(({ mal_id, share }) => [mal_id, Math.min(1, share)]));
}

import { openWithoutTimeouts, type BenchDatabase } from "./databases";

export const ENTRIES = 5_000;
const SEEN_EPISODES = 60_000;
const EVENTS = 60_000;

export interface LongList {
  /** Titles on the list that can be counted up and down. */
  listed: number[];
  others: number[];
}

/** Fills a user's list by SQL, as years of use would. */
export async function fillLongList(
  database: BenchDatabase,
  { userId, countable }: { userId: string; countable: number },
): Promise<LongList> {
  const client = openWithoutTimeouts(database);
  const { sql } = client;
  const perEntry = SEEN_EPISODES / ENTRIES;
  await sql`
    INSERT INTO watch_list_entries (user_id, anime_mal_id, state, score, started_on, finished_on, tags, updated_at)
    SELECT ${userId}, mal_id, (ARRAY['watching', 'planned', 'completed', 'completed', 'paused', 'dropped'])[1 + rank % 6],
      nullif(rank % 101, 0), to_char(now() - rank * interval '1 day', 'YYYY-MM-DD'),
      CASE WHEN rank % 6 IN (2, 3) THEN to_char(now() - rank * interval '12 hours', 'YYYY-MM-DD') END,
      ARRAY['tag ' || rank % 20], now() - rank * interval '1 hour'
    FROM (SELECT mal_id, (row_number() OVER (ORDER BY popularity))::int AS rank FROM animes
      WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${ENTRIES}) AS top`;
  await sql`
    INSERT INTO seen_episodes (user_id, anime_mal_id, episodes)
    SELECT user_id, anime_mal_id, int4multirange(int4range(1, ${perEntry + 1}::int4))
    FROM watch_list_entries WHERE user_id = ${userId}`;
  await sql`
    INSERT INTO rewatches (user_id, anime_mal_id, number, finished)
    SELECT user_id, anime_mal_id, 1, true FROM watch_list_entries
    WHERE user_id = ${userId} AND anime_mal_id % 10 = 0`;
  await sql`
    INSERT INTO list_events (user_id, anime_mal_id, at, day, through, before, after, watched)
    SELECT user_id, anime_mal_id, at, at::date, 'site', jsonb_build_object('seen', '[]'::jsonb),
      jsonb_build_object('seen', '[[1, 1]]'::jsonb), 1
    FROM (SELECT user_id, anime_mal_id, now() - (row_number() OVER ()) * interval '45 minutes' AS at
      FROM watch_list_entries, generate_series(1, ${EVENTS / ENTRIES}) WHERE user_id = ${userId}) AS events`;
  // Autovacuum would do this within a minute.
  await sql`VACUUM (ANALYZE) watch_list_entries, seen_episodes, rewatches, list_events`;
  const others = await sql<{ mal_id: number }[]>`
    SELECT mal_id FROM animes WHERE status <> 'Not yet aired' ORDER BY popularity DESC NULLS LAST LIMIT ${ENTRIES}`;
  const ours = await sql<{ mal_id: number }[]>`
    SELECT anime_mal_id AS mal_id FROM watch_list_entries JOIN animes ON mal_id = anime_mal_id
    WHERE user_id = ${userId} AND state = 'watching' AND episodes > ${perEntry}::int4
    ORDER BY anime_mal_id LIMIT ${countable}`;
  await client.close();
  return { listed: ours.map((row) => row.mal_id), others: others.map((row) => row.mal_id) };
}

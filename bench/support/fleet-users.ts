import type { Sql } from "postgres";
import { openWithoutTimeouts, type BenchDatabase } from "./databases";
import type { Program } from "./programs";
import { createUser, readUserId } from "./user";

/** Generated users have 200 entries on average, half of them at most 100. */
const LIST_SIZES = [5, 15, 30, 60, 90, 110, 170, 250, 400, 870];
/** One in four of a list was watched here, episode by episode; the rest was imported. */
const WATCHED_HERE = 4;
const EPISODES = 12;
const LONG_TITLES = 8;

export interface FleetUser {
  cookie: string;
  token: string;
}

/** Signs up `count` users, with an access token each. */
export async function signUpUsers(server: Program, count: number): Promise<FleetUser[]> {
  const users: FleetUser[] = [];
  for (let index = 0; index < count; index += 1) {
    const cookie = await createUser(server);
    const { token } = (await send(server, cookie, "/api/user/tokens", {
      name: "bench",
      scopes: ["list:read"],
    })) as { token: string };
    users.push({ cookie, token });
  }
  return users;
}

/** Watches through the API: the event that adds the title and a later one are copied for others. */
export async function watchTwoEpisodes(
  server: Program,
  { cookie }: FleetUser,
  animeId: number,
): Promise<string> {
  for (let count = 0; count < 2; count += 1)
    await send(server, cookie, "/api/user/watchlist/seen", { animeId, episodes: "+1" });
  return readUserId({ server, cookie });
}

async function send({ url }: Program, cookie: string, path: string, body: unknown) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return ((await response.json()) as { data: unknown }).data;
}

/** Titles that can be counted up for long, and the most popular ones, which lose their images. */
export async function chooseTitles(
  database: BenchDatabase,
  count: number,
): Promise<{ long: number[]; popular: { mal_id: number; title: string }[] }> {
  const { sql } = database.client;
  const long = await sql<{ mal_id: number }[]>`
    SELECT mal_id FROM animes WHERE episodes > 300 AND status = 'Finished Airing'
    ORDER BY popularity NULLS LAST LIMIT ${LONG_TITLES}`;
  const popular = await sql<{ mal_id: number; title: string }[]>`
    SELECT mal_id, title FROM animes WHERE popularity IS NOT NULL AND status <> 'Not yet aired'
    ORDER BY popularity LIMIT ${count}`;
  // Drawn covers need no other server.
  await sql`
    UPDATE animes SET image_url = NULL, image_webp = NULL, image_small_webp = NULL, image_large_webp = NULL
    WHERE mal_id = ANY(string_to_array(${popular.map(({ mal_id }) => mal_id).join()}, ',')::int[])`;
  return { long: long.map(({ mal_id }) => mal_id), popular };
}

export interface TableBytes {
  table: string;
  rows: number;
  /** Bytes of the tables, indexes included. */
  bytes: number;
}

/**
 * `count` more users after the model of `userId`, by SQL: their lists, what they saw and its
 * events, positions, searches and suggestions. Returns what each table grew by.
 */
export async function addUsers(
  database: BenchDatabase,
  model: { count: number; userId: string },
): Promise<TableBytes[]> {
  const client = openWithoutTimeouts(database);
  try {
    return await client.withConnection((sql) => insertUsers(sql, model));
  } finally {
    await client.close();
  }
}

async function insertUsers(
  sql: Sql,
  { count, userId }: { count: number; userId: string },
): Promise<TableBytes[]> {
  const before = new Map((await readSizes(sql)).map((size) => [size.table, size]));
  await sql`
    CREATE TABLE bench_users AS SELECT gen_random_uuid() AS id, n,
      (string_to_array(${LIST_SIZES.join()}, ',')::int[])[1 + n % ${LIST_SIZES.length}::int] AS size
    FROM generate_series(1, ${count}) AS n`;
  for (const table of ["users", "credentials", "preferences", "profiles", "sessions"])
    await copyRows(sql, table, userId);
  await sql`
    CREATE TABLE bench_entries AS
    SELECT u.id AS user_id, u.n, t.mal_id, t.rank, least(t.episodes, ${EPISODES}) AS episodes,
      t.rank % ${WATCHED_HERE} = 0 AS here
    FROM bench_users u JOIN LATERAL (
      SELECT mal_id, coalesce(episodes, 1) AS episodes,
        (row_number() OVER (ORDER BY md5(mal_id::text || u.n)))::int AS rank
      FROM (SELECT mal_id, episodes FROM animes WHERE popularity IS NOT NULL
        ORDER BY popularity LIMIT 3000) AS top
      LIMIT 3000) t ON t.rank <= u.size`;
  await sql`
    INSERT INTO watch_list_entries (user_id, anime_mal_id, state, score, started_on, finished_on)
    SELECT user_id, mal_id, (ARRAY['completed', 'completed', 'completed', 'planned', 'dropped',
        'watching'])[1 + rank % 6],
      CASE WHEN rank % 6 < 3 THEN 40 + mal_id % 61 END, CASE WHEN rank % 6 < 3 THEN '2024-05-17' END,
      CASE WHEN rank % 6 < 3 THEN '2024-06-20' END
    FROM bench_entries`;
  await sql`
    INSERT INTO seen_episodes (user_id, anime_mal_id, episodes)
    SELECT user_id, mal_id, int4multirange(int4range(1, episodes + 1)) FROM bench_entries
    WHERE rank % 6 <> 3`;
  await sql`
    INSERT INTO list_events (user_id, anime_mal_id, at, day, through, batch_id, before, after, watched)
    SELECT e.user_id, e.mal_id, now() - e.rank * interval '1 day' - step * interval '30 minutes',
      (now() - e.rank * interval '1 day')::date, CASE WHEN e.here THEN model.through ELSE 'import' END,
      CASE WHEN e.here THEN NULL ELSE e.user_id END, model.before, model.after, e.here::int
    FROM bench_entries e
    CROSS JOIN LATERAL generate_series(1, CASE WHEN e.here THEN e.episodes ELSE 1 END) AS step
    JOIN (SELECT through, before, after, row_number() OVER (ORDER BY at, watched) = 2 AS here
      FROM list_events WHERE user_id = ${userId} ORDER BY at LIMIT 2) AS model USING (here)`;
  await sql`
    INSERT INTO playback_positions (user_id, anime_mal_id, number, position_seconds, duration_seconds)
    SELECT e.user_id, e.mal_id, ep.number, 1320.5, 1420 FROM bench_entries e
    JOIN episodes ep ON ep.anime_mal_id = e.mal_id AND ep.number <= e.episodes WHERE e.here`;
  await sql`
    INSERT INTO search_history (user_id, query)
    SELECT id, 'frieren beyond ' || step FROM bench_users, generate_series(1, 20) AS step`;
  await sql`
    INSERT INTO suggestions (user_id, anime_mal_id, position, reasons)
    SELECT u.id, t.mal_id, t.rank, '[{"kind":"title","id":52991},{"kind":"term","key":"genre:Drama"}]'
    FROM bench_users u CROSS JOIN (SELECT mal_id, (row_number() OVER (ORDER BY popularity))::int AS rank
      FROM animes WHERE popularity IS NOT NULL ORDER BY popularity LIMIT 120) AS t`;
  await sql`DROP TABLE bench_entries, bench_users`;
  // Autovacuum would do this within a minute.
  await sql`VACUUM (ANALYZE)`;
  const after = await readSizes(sql);
  return after
    .map(({ table, rows, bytes }) => ({
      table,
      rows: rows - (before.get(table)?.rows ?? 0),
      bytes: bytes - (before.get(table)?.bytes ?? 0),
    }))
    .filter(({ rows }) => rows > 0)
    .sort((one, other) => other.bytes - one.bytes);
}

/** Copies one user's rows of `table` for each generated user, with new keys. */
async function copyRows(sql: Sql, table: string, userId: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'`;
  const key = table === "users" ? "id" : "user_id";
  const changed: Record<string, string> = {
    [key]: "u.id",
    email: "u.id || '@akari.test'",
    email_key: "u.id || '@akari.test'",
    id_hash: "encode(sha256(u.id::text::bytea), 'hex')",
  };
  const names = columns.map(({ name }) => name);
  await sql.unsafe(
    `INSERT INTO ${table} (${names.join(", ")})
     SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join(", ")}
     FROM bench_users u CROSS JOIN ${table} t WHERE t.${key} = $1
     ON CONFLICT DO NOTHING`,
    [userId],
  );
}

async function readSizes(sql: Sql): Promise<TableBytes[]> {
  const tables = await sql<{ table: string }[]>`
    SELECT DISTINCT table_name AS "table" FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_name = 'user_id' OR table_name = 'users')`;
  const sizes: TableBytes[] = [];
  for (const { table } of tables) {
    const [row] = await sql<{ rows: number; bytes: number }[]>`
      SELECT (SELECT count(*)::int FROM ${sql(table)}) AS rows,
        pg_total_relation_size(${table}::regclass)::int AS bytes`;
    sizes.push({ table, rows: row?.rows ?? 0, bytes: row?.bytes ?? 0 });
  }
  return sizes;
}

// @module-tag nightly
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeAll, expect, inject, it } from "vitest";
import { migrateDatabase } from "~db/migrate.server";
import { listMigrations, migrateTo, MIGRATIONS } from "../../support/database/earlier-schema";
import { testDatabase } from "../../support/database/test-database";

/** The oldest state that sites may have: the one with bitmaps of the listing. */
const OLDEST = listMigrations().indexOf("0012_listing_bitmaps") + 1;
const USER = "10000000-0000-4000-8000-000000000001";

const database = await testDatabase({ template: "template1" });
const server = inject("postgres");

async function withSql<Result>(
  name: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres({ ...server, database: name, max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function addFirstRows(sql: postgres.Sql): Promise<void> {
  await sql`INSERT INTO users (id, email, email_key, user_name) VALUES (${USER}, 'a@b.test', 'a@b.test', 'Faye')`;
  await sql`INSERT INTO profiles (user_id, name, favorite_animes) VALUES (${USER}, 'Faye', '{1}')`;
  await sql`INSERT INTO preferences (user_id, parental_control) VALUES (${USER}, false)`;
  await sql`INSERT INTO animes (mal_id, title, genres, studios, duration, episodes, status, content_hash)
    SELECT id, 'Anime ' || id, '{Drama}', '{Sunrise}', '24 min per ep', 12, 'Finished Airing', 'x'
    FROM generate_series(1, 3) AS id`;
  await sql`INSERT INTO anime_relations VALUES (1, 2, 'SEQUEL')`;
  await sql`INSERT INTO episodes (anime_mal_id, number) SELECT 1, number FROM generate_series(1, 12) AS number`;
  await sql`INSERT INTO watch_list_entries (user_id, anime_mal_id, type, watched_episodes, own_score)
    VALUES (${USER}, 1, 'Watching', 5, 7), (${USER}, 2, 'Completed', 12, 9)`;
  await sql`INSERT INTO playback_positions (user_id, anime_mal_id, number, position_seconds, duration_seconds)
    VALUES (${USER}, 1, 6, 300, 1400)`;
  await sql`INSERT INTO search_history (user_id, query) VALUES (${USER}, 'bebop')`;
}

/** Every earlier state writes a title through its own triggers. */
const addTitle = (sql: postgres.Sql, id: number) => sql`
  INSERT INTO animes (mal_id, title, duration, content_hash)
  VALUES (${id}, ${`Anime ${id}`}, '1 hr', 'x')`;

/** What the database holds and how it is made, as far as states of one age must agree. */
async function describeDatabase(sql: postgres.Sql) {
  const columns = await sql`
    SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`;
  const objects = await sql`
    SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1`;
  const entries = await sql`
    SELECT anime_mal_id, state, score, count FROM watch_list_entries
    LEFT JOIN seen_episodes USING (user_id, anime_mal_id) ORDER BY 1`;
  const positions = await sql`
    SELECT anime_mal_id, number, position_seconds FROM playback_positions`;
  const listed = await sql`
    SELECT mal_id, title, duration_minutes, studios FROM listing_entries WHERE mal_id <= 3 ORDER BY 1`;
  const [counts] = await sql`
    SELECT (SELECT count(*)::int FROM users) AS users,
      (SELECT favorite_animes FROM profiles) AS favorites,
      (SELECT query FROM search_history) AS search,
      (SELECT count(*)::int FROM anime_relations) AS relations,
      (SELECT count(*)::int FROM animes a LEFT JOIN listing_entries e USING (mal_id)
        WHERE e.mal_id IS NULL) AS unlisted,
      (SELECT count(*)::int FROM listing_entries
        WHERE mal_id > 100 AND duration_minutes IS DISTINCT FROM 60) AS without_duration`;
  return { columns, objects, entries, positions, listed, counts };
}

type Description = Awaited<ReturnType<typeof describeDatabase>>;
let expected: Description;

/** Brings the base one state on, and a copy of it to the current one. */
async function upgradeFrom(count: number): Promise<Description> {
  const { database: base } = database.options;
  await migrateTo(database.options, count);
  await withSql(base, (sql) => addTitle(sql, 100 + count));
  const name = `akari_test_${randomUUID().replaceAll("-", "")}`;
  await withSql(server.database, (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(base)}`);
  try {
    await migrateDatabase({ ...server, database: name }, MIGRATIONS);
    return await withSql(name, describeDatabase);
  } finally {
    await withSql(server.database, (sql) => sql`DROP DATABASE ${sql(name)}`);
  }
}

beforeAll(async () => {
  await database.close();
  await migrateTo(database.options, OLDEST);
  await withSql(database.options.database, addFirstRows);
  expected = await upgradeFrom(OLDEST);
});

it("keeps the rows of the oldest state", () => {
  expect(expected).toMatchObject({
    entries: [
      { anime_mal_id: 1, state: "watching", score: 70, count: 5 },
      { anime_mal_id: 2, state: "completed", score: 90, count: 12 },
    ],
    positions: [{ anime_mal_id: 1, number: 6, position_seconds: 300 }],
    listed: Array.from({ length: 3 }, () => ({ studios: ["Sunrise"], duration_minutes: 24 })),
    counts: {
      users: 1,
      favorites: [1],
      search: "bebop",
      relations: 1,
      unlisted: 0,
      without_duration: 0,
    },
  });
});

// Each state adds to the base that the one before has left.
it.each(
  listMigrations()
    .slice(OLDEST)
    .map((name, index) => ({ name, count: OLDEST + index + 1 })),
)("makes the same of a database that ends with $name", async ({ count }) => {
  expect(await upgradeFrom(count)).toEqual(expected);
});

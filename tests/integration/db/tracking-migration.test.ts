import { expect, it } from "vitest";
import { migrateDatabase } from "~db/migrate.server";
import { listMigrations, migrateTo, MIGRATIONS } from "../../support/database/earlier-schema";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase({ template: "template1" });
const { sql } = database;

const USER = "10000000-0000-4000-8000-000000000001";

it("makes one truth of counts, marks and positions, and loses nothing", async () => {
  await migrateTo(database.options, listMigrations().indexOf("0015_tracking"));
  await sql`INSERT INTO users (id, email, email_key, user_name) VALUES (${USER}, 'a@b.test', 'a@b.test', 'Faye')`;
  await sql`INSERT INTO animes (mal_id, title, episodes, status, content_hash)
    SELECT id, 'Anime ' || id, CASE WHEN id = 9 THEN NULL ELSE 24 END,
      CASE WHEN id = 9 THEN 'Currently Airing' ELSE 'Finished Airing' END, 'x'
    FROM generate_series(1, 12) AS id`;
  await sql`INSERT INTO episodes (anime_mal_id, number)
    SELECT id, number FROM generate_series(1, 12) AS id, generate_series(1, 24) AS number`;
  const entries = [
    {
      id: 1,
      type: "Watching",
      state: "On-Hold",
      watched: 5,
      score: 7,
      started: "2020-01-31",
      tags: "a, b,,a",
    },
    { id: 2, type: "Collection", state: "Dropped", finished: "2021-12-31", notes: "n" },
    { id: 3, type: "Watching", state: "Rewatching", watched: 3, times: 2 },
    { id: 4, type: "Completed", watched: 24, times: 1, score: 10 },
    { id: 5, type: "Completed" },
    { id: 6, type: "To Watch" },
    { id: 7, type: "Watching", watched: 12 },
    { id: 8, type: "Collection" },
    { id: 9, type: "Watching", watched: 30 },
    { id: 10, type: "Watching" },
    { id: 11, type: "Completed", state: "Dropped" },
  ];
  for (const entry of entries)
    await sql`INSERT INTO watch_list_entries (user_id, anime_mal_id, type, imported_state, watched_episodes,
        own_score, started_on, finished_on, times_rewatched, notes, tags, added_at, updated_at)
      VALUES (${USER}, ${entry.id}, ${entry.type}, ${entry.state ?? null}, ${entry.watched ?? null},
        ${entry.score ?? null}, ${entry.started ?? null}, ${entry.finished ?? null}, ${entry.times ?? null},
        ${entry.notes ?? null}, ${entry.tags ?? null}, '2020-02-02T00:00:00Z', '2021-03-03T00:00:00Z')`;
  const position = (
    id: number,
    number: number,
    fields: { watched?: boolean; marked?: boolean; at?: number },
  ) =>
    sql`INSERT INTO playback_positions (user_id, anime_mal_id, number, position_seconds, duration_seconds, watched, marked_at)
      VALUES (${USER}, ${id}, ${number}, ${fields.at ?? 0}, 100, ${fields.watched ?? false},
        ${fields.marked === true ? "2022-01-01T00:00:00Z" : null})`;
  for (let number = 13; number <= 20; number += 1)
    await position(7, number, { watched: true, marked: true });
  await position(7, 3, { watched: false, marked: true });
  await position(10, 1, { at: 95 });
  await position(10, 2, { at: 50 });
  await position(12, 4, { watched: true, marked: true });

  await migrateDatabase(database.options, MIGRATIONS);

  const migrated = await sql`
    SELECT anime_mal_id AS id, type, state, score, started_on, finished_on, notes, tags, priority, private,
      episodes::text AS seen, skipped::text AS skipped, count,
      (SELECT array_agg(finished ORDER BY number) FROM rewatches r WHERE r.anime_mal_id = e.anime_mal_id) AS rewatches,
      added_at::text AS added_at, e.updated_at::text AS updated_at
    FROM watch_list_entries e LEFT JOIN seen_episodes s USING (user_id, anime_mal_id)
    ORDER BY anime_mal_id`;
  const empty = {
    score: null,
    started_on: null,
    finished_on: null,
    notes: null,
    tags: [],
    priority: 0,
    private: false,
    seen: null,
    skipped: null,
    count: null,
    rewatches: null,
    added_at: "2020-02-02 00:00:00+00",
    updated_at: "2021-03-03 00:00:00+00",
  };
  const seen = (text: string, count: number, skipped = "{}") => ({ seen: text, count, skipped });
  expect([...migrated]).toEqual([
    {
      ...empty,
      id: 1,
      type: "Watching",
      state: "paused",
      score: 70,
      started_on: "2020-01-31",
      tags: ["a", "b"],
      ...seen("{[1,6)}", 5),
    },
    {
      ...empty,
      id: 2,
      type: "Collection",
      state: "dropped",
      finished_on: "2021-12-31",
      notes: "n",
    },
    {
      ...empty,
      id: 3,
      type: "Watching",
      state: "rewatching",
      rewatches: [true, true, false],
      ...seen("{[1,4)}", 3),
    },
    {
      ...empty,
      id: 4,
      type: "Completed",
      state: "completed",
      score: 100,
      rewatches: [true],
      ...seen("{[1,25)}", 24),
    },
    { ...empty, id: 5, type: "Completed", state: "completed", ...seen("{[1,25)}", 24) },
    { ...empty, id: 6, type: "To Watch", state: "planned" },
    {
      ...empty,
      id: 7,
      type: "Watching",
      state: "watching",
      ...seen("{[1,3),[4,21)}", 19, "{[3,4)}"),
    },
    { ...empty, id: 8, type: "Collection", state: null },
    { ...empty, id: 9, type: "Watching", state: "watching", ...seen("{[1,31)}", 30) },
    { ...empty, id: 10, type: "Watching", state: "watching", ...seen("{[1,2)}", 1) },
    { ...empty, id: 11, type: "Completed", state: "completed", ...seen("{[1,25)}", 24) },
  ]);
  const [unlisted] =
    await sql`SELECT episodes::text AS seen FROM seen_episodes WHERE anime_mal_id = 12`;
  expect(unlisted).toEqual({ seen: "{[4,5)}" });
});

// @module-tag nightly
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "~db/migrate.server";
import { listMigrations, migrateTo, MIGRATIONS } from "../../support/database/earlier-schema";
import { testDatabase } from "../../support/database/test-database";

type Row = Record<string, unknown>;

/**
 * What a site of version 0.1 had written: two accounts, a list that was imported and one that was
 * filled by hand, progress, searches, a picture, sources, and ten titles of its starter catalog.
 */
const site = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/earlier-sites/0.1.json"), "utf8"),
) as Record<string, Row[]>;

/** Tables that others refer to come first. */
const FIRST = ["users", "animes", "episodes"];
const TABLES = [...FIRST, ...Object.keys(site).filter((name) => !FIRST.includes(name))];

/** Columns whose content is elsewhere now; the tests below compare it. */
const MOVED: Record<string, string[]> = {
  watch_list_entries: [
    "imported_state",
    "own_score",
    "tags",
    "times_rewatched",
    "watched_episodes",
  ],
  playback_positions: ["watched", "hidden"],
};

const database = await testDatabase({ template: "template1" });
const sql = postgres({ ...database.options, max: 1, onnotice: () => undefined });
afterAll(() => sql.end());

beforeAll(async () => {
  await migrateTo(database.options, listMigrations().indexOf("0012_listing_bitmaps") + 1);
  for (const table of TABLES) {
    const columns = await sql<{ name: string }[]>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'`;
    const names = columns.map(({ name }) => name);
    await sql`INSERT INTO ${sql(table)} (${sql(names)}) SELECT ${sql(names)} FROM
      jsonb_populate_recordset(NULL::${sql(table)}, ${JSON.stringify(site[table])}::text::jsonb)`;
  }
  await migrateDatabase(database.options, MIGRATIONS);
});

it.each(TABLES)("keeps every row and column of %s", async (table) => {
  const rows = await sql<{ row: Row }[]>`SELECT to_jsonb(t) AS row FROM ${sql(table)} t`;
  const kept = (row: Row) =>
    Object.fromEntries(
      Object.keys(site[table]?.[0] ?? {})
        .filter((column) => !MOVED[table]?.includes(column))
        .map((column) => [column, row[column]]),
    );
  const byText = (one: Row, other: Row) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  expect(rows.map(({ row }) => kept(row)).sort(byText)).toEqual(
    (site[table] ?? []).map(kept).sort(byText),
  );
});

it("brings each entry of a list into the columns of this version", async () => {
  const entries = await sql`
    SELECT user_name AS user, anime_mal_id AS anime, state, score, tags,
      seen.episodes::text AS seen, nullif(seen.skipped::text, '{}') AS skipped,
      (SELECT count(*)::int FROM rewatches r
        WHERE (r.user_id, r.anime_mal_id) = (e.user_id, e.anime_mal_id) AND finished) AS rewatched
    FROM watch_list_entries e JOIN users u ON u.id = e.user_id
    LEFT JOIN seen_episodes seen USING (user_id, anime_mal_id) ORDER BY user_name, anime_mal_id`;
  const entry = (user: string, anime: number, state: string | null, fields: Row = {}) => ({
    ...{ user, anime, state, score: null, tags: [], seen: null, skipped: null, rewatched: 0 },
    ...fields,
  });
  expect([...entries]).toEqual([
    entry("Faye", 820, "planned"),
    entry("Faye", 5114, "dropped", { score: 30, tags: ["gone"], seen: "{[1,3)}" }),
    entry("Faye", 9253, "completed", {
      score: 100,
      tags: ["best"],
      seen: "{[1,13)}",
      rewatched: 2,
    }),
    entry("Faye", 11061, "watching"),
    // Completed without a count: all of its ten episodes.
    entry("Faye", 38524, "completed", { score: 90, seen: "{[1,11)}" }),
    // Three were counted, 2 was marked as not seen, 6 was played to its end, 8 marked as seen.
    entry("Faye", 52991, "watching", {
      score: 80,
      tags: ["a", "b"],
      seen: "{[1,2),[3,5),[6,7),[8,9)}",
      skipped: "{[2,3)}",
    }),
    entry("Faye", 57555, "planned"),
    entry("Faye", 61469, "paused", { score: 70, seen: "{[1,6)}" }),
    entry("Jet Black", 52991, "completed", { seen: "{[1,29)}" }),
    entry("Jet Black", 60022, "watching"),
    entry("Jet Black", 61469, null),
  ]);
});

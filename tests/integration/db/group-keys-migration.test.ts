import { expect, it } from "vitest";
import { migrateDatabase } from "~db/migrate.server";
import { listMigrations, migrateTo, MIGRATIONS } from "../../support/database/earlier-schema";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase({ template: "template1" });
const { sql } = database;

it("makes one group of both forms of Unicode, whose later decision stays", async () => {
  await migrateTo(database.options, listMigrations().indexOf("0055_media_group_keys"));
  const [composed, decomposed] = ["Caf\u00e9 | touroux", "Cafe\u0301 | touroux"];
  await sql`
    INSERT INTO animes (mal_id, title, content_hash)
    SELECT id, 'Title', '' FROM generate_series(1, 3) AS id`;
  for (const name of ["one", "two", "three"])
    await sql`INSERT INTO media_folders (name, path) VALUES (${name}, ${`/srv/${name}`})`;
  const decide = (folder: string, key: string, id: number, day: number) => sql`
    INSERT INTO media_decisions (folder, group_key, anime_mal_id, decided_at)
    VALUES (${folder}, ${key}, ${id}, ${`2026-01-0${day}T00:00:00Z`})`;
  await decide("one", composed, 1, 1);
  await decide("one", decomposed, 2, 2);
  await decide("two", composed, 1, 2);
  await decide("two", decomposed, 2, 1);
  await decide("three", decomposed, 3, 1);
  await sql`
    INSERT INTO media_files (folder, path, size, modified_at, status, group_key)
    VALUES ('one', 'a', 1, now(), 'ready', ${decomposed}), ('one', 'b', 1, now(), 'ready', 'Cafe')`;
  await migrateDatabase(database.options, MIGRATIONS);
  expect(
    await sql`SELECT folder, group_key, anime_mal_id FROM media_decisions ORDER BY folder`,
  ).toEqual([
    { folder: "one", group_key: composed, anime_mal_id: 2 },
    { folder: "three", group_key: composed, anime_mal_id: 3 },
    { folder: "two", group_key: composed, anime_mal_id: 1 },
  ]);
  expect(await sql`SELECT path, group_key FROM media_files ORDER BY path`).toEqual([
    { path: "a", group_key: composed },
    { path: "b", group_key: "Cafe" },
  ]);
});

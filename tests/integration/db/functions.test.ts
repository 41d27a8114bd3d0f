import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { migrateDatabase } from "~db/migrate.server";
import { MIGRATIONS } from "../../support/database/earlier-schema";
import { testDatabase } from "../../support/database/test-database";

const { sql, options } = await testDatabase();
const folder = join(MIGRATIONS, "functions");
const migrate = () => migrateDatabase(options, MIGRATIONS);

async function readBody(name: string): Promise<string> {
  const [row] = await sql<{ body: string }[]>`
    SELECT prosrc AS body FROM pg_proc
    WHERE proname = ${name} AND pronamespace = 'public'::regnamespace`;
  return row?.body ?? "";
}

const replaceByEmpty = () => sql`
  CREATE OR REPLACE FUNCTION renew_list_version() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RETURN NULL; END $$`;

beforeEach(async () => {
  await sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'newer'`;
  await migrate();
});

it("each function has the definition of its file", async () => {
  const rows = await sql<{ name: string }[]>`
    SELECT proname AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY proname COLLATE "C"`;
  expect(readdirSync(folder).sort()).toEqual(rows.map(({ name }) => `${name}.sql`));
  for (const { name } of rows)
    expect(readFileSync(join(folder, `${name}.sql`), "utf8")).toContain(await readBody(name));
});

it("a changed definition is replaced, also by instances that start together", async () => {
  const current = await readBody("renew_list_version");
  await replaceByEmpty();
  await Promise.all([migrate(), migrate(), migrate()]);
  expect(await readBody("renew_list_version")).toBe(current);
});

it("the definitions of a newer release stay", async () => {
  await sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
    SELECT 'newer', max(created_at) + 1 FROM drizzle.__drizzle_migrations`;
  await replaceByEmpty();
  await migrate();
  expect(await readBody("renew_list_version")).toContain("BEGIN RETURN NULL; END");
});

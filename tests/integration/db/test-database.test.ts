import { expect, test } from "vitest";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const other = await testDatabase();
const bare = await testDatabase({ migrated: false });

test("a test database has the tables of the migrations and no rows", async () => {
  const rows = await database.sql<{ count: number }[]>`select count(*)::int as count from animes`;
  expect(rows[0]?.count).toBe(0);
});

test("what one test database holds is not in another one", async () => {
  await database.sql`create table only_here (id int)`;
  const found = await other.sql`select 1 from pg_tables where tablename = 'only_here'`;
  expect(found).toHaveLength(0);
});

test("a database without migrations has no tables", async () => {
  expect(await bare.sql`select 1 from pg_tables where schemaname = 'public'`).toHaveLength(0);
});

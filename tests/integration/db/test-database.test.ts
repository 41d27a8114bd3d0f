import { expect, test } from "vitest";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const other = await testDatabase();
const bare = await testDatabase({ template: "template1" });

test("a test database has the tables of the migrations and no rows", async () => {
  const rows = await database.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM animes`;
  expect(rows[0]?.count).toBe(0);
});

test("test databases share no data", async () => {
  await database.sql`CREATE TABLE only_here (id int)`;
  const result = await other.sql`SELECT 1 FROM pg_tables WHERE tablename = 'only_here'`;
  expect(result).toHaveLength(0);
});

test("a database without migrations has no tables", async () => {
  expect(await bare.sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`).toHaveLength(0);
});

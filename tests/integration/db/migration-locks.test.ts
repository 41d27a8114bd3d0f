import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { migrateDatabase } from "~db/migrate.server";
import { testDatabase } from "../../support/database/test-database";
import { copyMigrations } from "../../support/fleet/next-version";

const database = await testDatabase();

it("gives way to a transaction that needs its tables in another order, and succeeds afterwards", async () => {
  const folder = mkdtempSync(join(tmpdir(), "akari-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const migrations = join(folder, "migrations");
  copyMigrations(
    migrations,
    `ALTER TABLE "users" ADD COLUMN "of_next_version" text;--> statement-breakpoint
     ALTER TABLE "profiles" ADD COLUMN "of_next_version" text;`,
  );
  const isMigrationWaiting = async () => {
    const rows = await database.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'akari-migrate' AND wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  let migrating: Promise<void> | undefined;
  const names = await database.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE profiles IN ROW EXCLUSIVE MODE`);
    migrating = migrateDatabase(database.options, migrations);
    await expect.poll(isMigrationWaiting, { interval: 10 }).toBe(true);
    // The migration has locked it.
    return [...(await tx.execute(sql`SELECT user_name FROM users`))];
  });
  expect(names).toEqual([]);
  await migrating;
  const columns = await database.sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE column_name = 'of_next_version' ORDER BY 1`;
  expect(columns.map(({ name }) => name)).toEqual(["profiles", "users"]);
});

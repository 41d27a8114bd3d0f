import { expect, it, onTestFinished } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase, type MigrationStep } from "~db/migrate.server";
import { readMigrations } from "~db/migration-files.server";
import { readSchemaState } from "~db/schema-state.server";
import { listMigrations, MIGRATIONS, migrateTo } from "../../support/database/earlier-schema";
import { testDatabase, type TestDatabase } from "../../support/database/test-database";
import { copyMigrations } from "../../support/fleet/next-version";

const kindOf = async ({ sql }: TestDatabase) => (await readSchemaState(sql, MIGRATIONS)).kind;

it("is empty, behind, current", async () => {
  const database = await testDatabase({ template: "template1" });
  expect(await kindOf(database)).toBe("empty");
  const names = listMigrations();
  await migrateTo(database.options, names.length - 2);
  const state = await readSchemaState(database.sql, MIGRATIONS);
  expect(state).toMatchObject({ kind: "behind", total: names.length, unknown: 0 });
  expect(state.pending.map(({ name }) => name)).toEqual(names.slice(-2));

  const steps: MigrationStep[] = [];
  await migrateDatabase(database.options, MIGRATIONS, (step) => steps.push(step));
  const of = (number: number) => ({ name: names.at(number - 3), number, total: 2, isNew: false });
  const seconds = expect.any(Number) as number;
  expect(steps).toEqual([of(1), { ...of(1), seconds }, of(2), { ...of(2), seconds }]);
  expect(await kindOf(database)).toBe("current");
});

it.each([
  ["ALTER TABLE users ADD COLUMN of_next_version text;", "newer"],
  ["-- breaks older releases\nALTER TABLE users RENAME COLUMN email TO address;", "incompatible"],
])("of a later release, %s, is %s", async (statement, kind) => {
  const database = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), "akari-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const later = join(folder, "migrations");
  copyMigrations(later, statement);
  expect(readMigrations(later)).toHaveLength(listMigrations().length + 1);
  await migrateDatabase(database.options, later);
  const state = await readSchemaState(database.sql, MIGRATIONS);
  expect(state).toMatchObject({ kind, unknown: 1, pending: [] });
  const again = migrateDatabase(database.options, MIGRATIONS);
  if (kind === "incompatible") await expect(again).rejects.toThrow("restore a backup");
  else await again;
  // What an older release does leaves the mark of the later one.
  expect(await kindOf(database)).toBe(kind);
});

// @module-tag rest
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "~db/client.server";
import { ADVISORY_LOCKS } from "~db/advisory-lock.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { listMigrations, migrateTo } from "../../support/database/earlier-schema";
import {
  databaseEnvironment,
  testDatabase,
  type TestDatabase,
} from "../../support/database/test-database";
import { createCommandRunner } from "../../support/server/operator-commands";

const folder = mkdtempSync(join(tmpdir(), "akari-schema-"));
afterAll(() => rmSync(folder, { recursive: true }));
const COUNT = listMigrations().length;

async function earlierDatabase() {
  const database = await testDatabase({ template: "template1" });
  await migrateTo(database.options, COUNT - 1);
  return database;
}

const applied = async ({ sql }: TestDatabase) =>
  (await sql`SELECT 1 FROM drizzle.__drizzle_migrations`).length;

it("commands leave an earlier schema alone, a backup reads it, and db:migrate updates it", async () => {
  const database = await earlierDatabase();
  const command = createCommandRunner(database.options, folder);
  const listed = await command("people-list", []);
  expect(listed).toMatchObject({ code: 1, out: "" });
  expect(listed.err).toContain(`1 of ${COUNT} migrations have not run`);
  const backup = await command("backup", ["--to", join(folder, "backups")]);
  expect(backup).toMatchObject({ code: 0, err: "" });
  expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
  // The encoder's speed takes a second to measure, and is not asked for.
  const { out } = await command("doctor", ["--json"], { FFMPEG_PATH: "/nowhere" });
  expect(out).toContain("of an earlier version");
  expect(await applied(database)).toBe(COUNT - 1);

  const migrated = await command("migrate", []);
  expect(migrated.code).toBe(0);
  expect(migrated.err).toContain(`Migration 1 of 1: ${listMigrations().at(-1)} …`);
  expect(await applied(database)).toBe(COUNT);
  expect(await command("people-list", [])).toMatchObject({ code: 0, err: "" });
});

it("commands warn of a later schema, and refuse one that they do not understand", async () => {
  const database = await testDatabase();
  const command = createCommandRunner(database.options, folder);
  await database.sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
    SELECT 'later', max(created_at) + 1 FROM drizzle.__drizzle_migrations`;
  const warned = await command("people-list", []);
  expect(warned.code).toBe(0);
  expect(warned.err).toContain("1 migration that this version does not know");
  await database.sql`UPDATE drizzle.akari_compatibility SET oldest_migration =
    (SELECT max(created_at) FROM drizzle.__drizzle_migrations)`;
  const refused = await command("people-list", []);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("This version cannot work with it");
});

it(
  "the site asks to come back while it migrates, and then serves",
  { tags: "nightly" },
  async () => {
    const database = await earlierDatabase();
    const dataDir = createDataDir();
    const holder = openDatabase(database.options, { poolSize: 1, timeouts: null });
    await holder.sql`SELECT pg_advisory_lock(${ADVISORY_LOCKS.migration})`;
    const server = await startBuiltServer({
      DATA_DIR: dataDir,
      SESSION_SECRET: "a secret for tests only",
      LOG_LEVEL: "info",
      ...databaseEnvironment(database.options),
    });
    try {
      const read = (path: string, accept: string) =>
        fetch(server.url + path, { headers: { accept } });
      await server.listening();
      const page = await read("/", "text/html");
      expect([page.status, page.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await page.text()).toContain("<h1>Akari is starting</h1>");
      const call = await read("/api/animes/full", "application/json");
      expect(call.status).toBe(503);
      expect(await call.json()).toMatchObject({
        error: { message: "Akari is starting. Try again in a moment." },
      });
      expect((await read("/readyz", "*/*")).status).toBe(503);
      await holder.sql`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.migration})`;
      await server.ready;
      expect((await read("/", "text/html")).status).toBe(200);
      expect(await applied(database)).toBe(COUNT);
      const step = `"migration":"${listMigrations().at(-1)}","number":1,"total":1`;
      expect(server.output().stdout).toContain(`${step},"msg":"migrating the database"`);
      expect(server.output().stdout).toMatch(
        new RegExp(`${step},"seconds":[\\d.]+,"msg":"database migrated"`),
      );
    } finally {
      await holder.close();
      server.signal("SIGTERM");
      await server.exited;
      await removeDataDir(dataDir);
    }
  },
);

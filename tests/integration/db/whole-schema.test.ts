// @module-tag rest
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { migrateDatabase, type MigrationStep } from "~db/migrate.server";
import { readMigrations, SCHEMA_FILE } from "~db/migration-files.server";
import { dumpSchema } from "../../../scripts/support/dump-schema";
import { describeCatalogs } from "../../support/database/catalogs";
import { listMigrations, MIGRATIONS, migrateTo } from "../../support/database/earlier-schema";
import { copyMigrations } from "../../support/fleet/next-version";
import { testDatabase, type TestDatabase } from "../../support/database/test-database";

type Options = TestDatabase["options"];

async function createEmpty(): Promise<{ options: Options; sql: postgres.Sql }> {
  const { options } = await testDatabase({ template: "template1" });
  const sql = postgres({ ...options, max: 1, onnotice: () => undefined });
  afterAll(() => sql.end());
  return { options, sql };
}

function copyOfMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), "akari-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  return folder;
}

const stepByStep = await createEmpty();
await migrateTo(stepByStep.options, listMigrations().length);
await migrateDatabase(stepByStep.options, MIGRATIONS);
const dump = (sql: postgres.Sql) => sql.begin((tx) => dumpSchema(tx, MIGRATIONS));
const ADVICE = "`npm run db:generate` writes the schema anew";

it("is what the migrations make, to the last row of the catalogs", async () => {
  const file = readFileSync(join(MIGRATIONS, SCHEMA_FILE), "utf8");
  expect(await dump(stepByStep.sql), ADVICE).toBe(file);
  const inOnePiece = await createEmpty();
  const steps: MigrationStep[] = [];
  await migrateDatabase(inOnePiece.options, MIGRATIONS, (step) => steps.push(step));
  const expected = await describeCatalogs(stepByStep.sql);
  expect(expected.length).toBeGreaterThan(5_000);
  expect(await describeCatalogs(inOnePiece.sql)).toEqual(expected);
  expect(await dump(inOnePiece.sql)).toBe(file);
  const applied = ({ sql }: { sql: postgres.Sql }) =>
    sql`SELECT id, hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id`;
  expect(await applied(inOnePiece)).toEqual(await applied(stepByStep));
  const total = readMigrations(MIGRATIONS).length;
  const step = { name: listMigrations().at(-1), number: total, total, isNew: true };
  expect(steps).toEqual([step, { ...step, seconds: expect.any(Number) as number }]);
});

/** Changes of many kinds, each with what the comparison must tell about it. */
const CHANGES: readonly (readonly [statement: string, difference: RegExp])[] = [
  ["ALTER TABLE users ADD COLUMN note text", /pg_attribute .* attname="note"/],
  ["ALTER TABLE users ALTER COLUMN role SET DEFAULT 'owner'", /pg_attrdef .*column role.* 'owner'/],
  ["ALTER TABLE users ALTER COLUMN invited_by SET NOT NULL", /invited_by.* attnotnull=true/],
  ["ALTER TABLE users ALTER COLUMN email SET STORAGE MAIN", /attname="email".* attstorage="m"/],
  ["ALTER TABLE users ALTER COLUMN email SET STATISTICS 10", /attname="email".* attstattarget=10/],
  ["ALTER TABLE users RENAME CONSTRAINT users_role_check TO roles", /conname="roles"/],
  ["ALTER TABLE users SET (fillfactor = 70)", /reloptions=\["fillfactor=70"\]/],
  ["ALTER TABLE animes DISABLE TRIGGER animes_updated", /animes_updated .* tgenabled="D"/],
  ["ALTER SEQUENCE media_files_id_seq INCREMENT 2", /media_files_id_seq.* seqincrement=2/],
  ["ALTER FUNCTION renew_list_version() COST 7", /renew_list_version.* procost=7/],
  ["COMMENT ON COLUMN users.email IS 'x'", /pg_description \| column email of table users/],
  ["CREATE INDEX x ON users (lower(email))", /CREATE INDEX x .*lower\(email\)/],
  ["CREATE STATISTICS s ON role, disabled_at FROM users", /CREATE STATISTICS public\.s /],
  ["CREATE VIEW v AS SELECT 1 AS one", /pg_rewrite .*SELECT 1 AS one/],
  ["CREATE TYPE e AS ENUM ('a')", /pg_enum .*enumlabel="a"/],
  ["CREATE SCHEMA other", /pg_namespace .*nspname="other"/],
  ["DROP TRIGGER animes_inserted ON animes", /CREATE TRIGGER animes_inserted /],
  ["GRANT SELECT ON users TO PUBLIC", /pg_class .*relacl=\[.*"=r\/.* relname="users"/],
];

it("notices whatever differs", async () => {
  const { sql, options } = await createEmpty();
  await migrateDatabase(options, MIGRATIONS);
  const before = new Set(await describeCatalogs(sql));
  await sql.unsafe(CHANGES.map(([statement]) => statement).join(";"));
  const after = new Set(await describeCatalogs(sql));
  const differences = [...before, ...after]
    .filter((row) => !(before.has(row) && after.has(row)))
    .join("\n");
  for (const [, difference] of CHANGES) expect(differences).toMatch(difference);
});

const KINDS = `
  CREATE SEQUENCE "of drives" AS smallint INCREMENT 5 START 10 CYCLE;
  CREATE TABLE "drives %" (
    "key" bigint GENERATED BY DEFAULT AS IDENTITY (START 7) PRIMARY KEY,
    "a ""quoted"" column" text COLLATE "C" NOT NULL DEFAULT 'it''s; 50% $$',
    slot smallint NOT NULL DEFAULT nextval('"of drives"'), spans int4multirange, data bytea,
    doubled int GENERATED ALWAYS AS (slot * 2) STORED,
    EXCLUDE USING btree (slot WITH =), UNIQUE (slot, "key") DEFERRABLE
  ) WITH (fillfactor = 80);
  ALTER SEQUENCE "of drives" OWNED BY "drives %".slot;
  CREATE UNLOGGED TABLE unlogged ("%s" int);
  CREATE STATISTICS of_drives ON slot, spans FROM "drives %";
  CREATE INDEX ON "drives %" (slot DESC) INCLUDE (spans) WHERE slot > 5;
  INSERT INTO "drives %" (spans, data) VALUES ('{[1,4),[6,8)}', '\\x00ff'), (NULL, NULL);
  INSERT INTO users (id, email, email_key, user_name, invited_by, created_at, list_version) VALUES
    ('10000000-0000-4000-8000-000000000002', 'b', 'b', 'B', '10000000-0000-4000-8000-000000000001',
      'infinity', '10000000-0000-4000-8000-000000000003'),
    ('10000000-0000-4000-8000-000000000001', 'a', 'a', 'A', NULL, '2020-01-02 03:04:05.678901+00',
      '10000000-0000-4000-8000-000000000004')`;

it("writes kinds that no migration has needed yet, and rows with what follows them", async () => {
  const source = await createEmpty();
  await migrateDatabase(source.options, MIGRATIONS);
  await source.sql.unsafe(KINDS);
  const schema = await dump(source.sql);
  const folder = copyOfMigrations();
  writeFileSync(join(folder, SCHEMA_FILE), schema);
  const copy = await createEmpty();
  await migrateDatabase(copy.options, folder);
  expect(await describeCatalogs(copy.sql)).toEqual(await describeCatalogs(source.sql));
  expect(await dump(copy.sql)).toBe(schema);
  const [next] = await copy.sql`INSERT INTO "drives %" DEFAULT VALUES RETURNING "key", slot`;
  expect(next).toEqual({ key: "9", slot: 20 });
});

it("leaves nothing of a schema that fails half-way", async () => {
  const folder = copyOfMigrations();
  const file = join(folder, SCHEMA_FILE);
  writeFileSync(file, `${readFileSync(file, "utf8")}SELECT 1 / 0;`);
  const { options, sql } = await createEmpty();
  await expect(migrateDatabase(options, folder)).rejects.toMatchObject({
    cause: { code: "22012" },
  });
  const left = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`;
  expect(left).toHaveLength(0);
  await Promise.all([1, 2, 3].map(() => migrateDatabase(options, MIGRATIONS)));
  expect(await sql`SELECT FROM drizzle.__drizzle_migrations`).toHaveLength(listMigrations().length);
});

it("runs the migrations that come after it", async () => {
  const folder = join(copyOfMigrations(), "later");
  copyMigrations(folder, "ALTER TABLE users ADD COLUMN of_next_version text;");
  const { options, sql } = await createEmpty();
  const numbers: number[] = [];
  await migrateDatabase(options, folder, ({ number }) => numbers.push(number));
  const total = listMigrations().length;
  expect(numbers).toEqual([total, total, total + 1, total + 1]);
  const [column] = await sql`
    SELECT attname FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'of_next_version'`;
  expect(column).toBeDefined();
});

import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readMigrationFiles, type MigrationMeta } from "drizzle-orm/migrator";
import type postgres from "postgres";
import type { DatabaseClient } from "~db/client.server";
import { ADVISORY_LOCKS } from "~db/advisory-lock.server";
import {
  BackupError,
  MAX_ENTRY_BYTES,
  TABLES_PREFIX,
  UPLOADS_PREFIX,
  type Manifest,
} from "./backup-format";
import { readEntries, verifyBackup, type BackupEntry } from "./read-backup.server";
import { columnList, listTables, quoted } from "./table-layout.server";

const decompress = promisify(gunzip);

export interface RestoreTarget {
  withConnection: DatabaseClient["withConnection"];
  migrationsFolder: string;
  storeUpload: (bytes: Uint8Array) => Promise<unknown>;
}

export interface RestoreSummary {
  created_at: string;
  tables: number;
  uploads: number;
  newerMigrations: number;
}

/**
 * Accepts backups of this and older versions. One transaction replaces the database, so an
 * interrupted restore changes nothing. Throws `BackupError` for a damaged backup, while the site
 * runs, and unless the installation has no accounts or `replace` is set.
 */
export async function restoreBackup(
  { withConnection, migrationsFolder, storeUpload }: RestoreTarget,
  { path, replace }: { path: string; replace: boolean },
): Promise<RestoreSummary> {
  const { manifest, migrations } = await checkBackup(path, migrationsFolder);
  const applied = new Set(manifest.migrations);
  const older = migrations.filter(({ folderMillis }) => applied.has(folderMillis));
  const newer = migrations.filter(({ folderMillis }) => !applied.has(folderMillis));

  const uploads = await storeUploads(path, storeUpload);
  await withConnection((client) =>
    client.begin(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`;
      await refuseWhileRunning(sql);
      if (!replace) await refuseAccounts(sql);
      await dropEverything(sql);
      await applyMigrations(sql, older);
      await copyTables(sql, path, manifest);
      await applyMigrations(sql, newer);
      await forgetNews(sql);
      await recordMigrations(sql, migrations);
    }),
  );
  return {
    created_at: manifest.created_at,
    tables: manifest.tables.length,
    uploads,
    newerMigrations: newer.length,
  };
}

/** Reads a whole backup. Throws `BackupError` unless this version can restore it. */
export async function checkBackup(
  path: string,
  migrationsFolder: string,
): Promise<{ manifest: Manifest; migrations: MigrationMeta[] }> {
  const manifest = await verifyBackup(path);
  const migrations = readMigrationFiles({ migrationsFolder });
  const supported = new Set(migrations.map(({ folderMillis }) => folderMillis));
  if (manifest.migrations.some((when) => !supported.has(when)))
    throw new BackupError("The backup comes from a newer version of Akari: update first.");
  return { manifest, migrations };
}

/** Files are named by their content, so an interrupted restore does no harm. */
async function storeUploads(
  path: string,
  storeUpload: RestoreTarget["storeUpload"],
): Promise<number> {
  let count = 0;
  for await (const { name, bytes } of readEntries(path)) {
    if (name.startsWith(TABLES_PREFIX)) break;
    if (!name.startsWith(UPLOADS_PREFIX)) continue;
    await storeUpload(bytes);
    count += 1;
  }
  return count;
}

async function refuseWhileRunning(sql: postgres.TransactionSql): Promise<void> {
  const [row] = await sql<{ running: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'akari'
    ) AS running`;
  if (row?.running === true) throw new BackupError("The site is running: stop it first.");
}

async function refuseAccounts(sql: postgres.TransactionSql): Promise<void> {
  const [table] = await sql<{ exists: boolean }[]>`
    SELECT to_regclass('public.users') IS NOT NULL AS exists`;
  if (table?.exists !== true) return;
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM users`;
  if (row !== undefined && row.count > 0)
    throw new BackupError(
      `The installation has ${row.count} account${row.count === 1 ? "" : "s"}: --replace deletes all of it.`,
    );
}

async function dropEverything(sql: postgres.TransactionSql): Promise<void> {
  for (const { name } of await listTables(sql))
    await sql.unsafe(`DROP TABLE public.${quoted(name)} CASCADE`);
  const functions = await sql<{ signature: string }[]>`
    SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND pg_get_userbyid(p.proowner) = current_user
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;
  for (const { signature } of functions) await sql.unsafe(`DROP FUNCTION ${signature} CASCADE`);
  await sql`DROP SCHEMA IF EXISTS drizzle CASCADE`;
}

async function applyMigrations(
  sql: postgres.TransactionSql,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  for (const migration of migrations)
    for (const statement of migration.sql) await sql.unsafe(statement);
}

/** What happened before the restore is no news: users were notified of it, or it is too old. */
async function forgetNews(sql: postgres.TransactionSql): Promise<void> {
  await sql`UPDATE outbox_events SET spread_at = now() WHERE spread_at IS NULL AND at <= now()`;
  await sql`UPDATE deliveries SET due_at = NULL, problem = 'dropped' WHERE due_at IS NOT NULL`;
  // Its next run is a first one, which leaves out what has aired already.
  await sql`UPDATE jobs SET succeeded_at = NULL WHERE name = 'announce'`;
}

async function recordMigrations(
  sql: postgres.TransactionSql,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await sql`CREATE SCHEMA drizzle`;
  await sql`
    CREATE TABLE drizzle.__drizzle_migrations (
      id serial PRIMARY KEY, hash text NOT NULL, created_at bigint
    )`;
  for (const { hash, folderMillis } of migrations)
    await sql`
      INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`;
}

async function copyTables(
  sql: postgres.TransactionSql,
  path: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const existing = new Map((await listTables(sql)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of tables)
    if (columns.some((column) => existing.get(name)?.includes(column) !== true))
      throw new BackupError(`The backup's table ${name} does not match its version.`);

  const all = [...existing.keys()].map((name) => `public.${quoted(name)}`);
  for (const table of all) await sql.unsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await sql.unsafe(`TRUNCATE ${all.join(", ")}`);
  await copyRows(sql, readEntries(path), new Map(tables.map((table) => [table.name, table])));
  for (const table of all) await sql.unsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { name, last_value, is_called } of sequences)
    await sql`SELECT setval(${`public.${quoted(name)}`}::regclass, ${last_value}::bigint, ${is_called})`;
}

async function copyRows(
  sql: postgres.TransactionSql,
  entries: AsyncIterable<BackupEntry>,
  tables: ReadonlyMap<string, Manifest["tables"][number]>,
): Promise<void> {
  let current: TableWriter | undefined;
  for await (const { name, bytes } of entries) {
    if (!name.startsWith(TABLES_PREFIX)) continue;
    const table = tables.get(name.split("/")[1] ?? "");
    if (table === undefined) throw new BackupError(`${name} is of a table that is not listed.`);
    if (current?.table !== table) {
      await current?.finish();
      current = await TableWriter.open(sql, table);
    }
    await current.write(await decompress(bytes, { maxOutputLength: MAX_ENTRY_BYTES }));
  }
  await current?.finish();
}

class TableWriter {
  readonly #done: Promise<void>;

  private constructor(
    readonly table: Manifest["tables"][number],
    readonly rows: Writable,
  ) {
    this.#done = finished(rows);
    // Awaited by `write` or `finish`.
    this.#done.catch(() => undefined);
  }

  static async open(
    sql: postgres.TransactionSql,
    table: Manifest["tables"][number],
  ): Promise<TableWriter> {
    const columns = columnList(table.columns);
    const rows = await sql
      .unsafe(`COPY public.${quoted(table.name)} (${columns}) FROM STDIN`)
      .writable();
    return new TableWriter(table, rows);
  }

  async write(text: Buffer): Promise<void> {
    if (!this.rows.write(text)) await Promise.race([once(this.rows, "drain"), this.#done]);
  }

  async finish(): Promise<void> {
    this.rows.end();
    await this.#done;
  }
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export interface Migration {
  /** The name of the migration's file: `0043_job_runs`. */
  name: string;
  /** Milliseconds since 1970, by which migrations are ordered and known. */
  createdAt: number;
  statements: readonly string[];
  hash: string;
  /** Releases without this migration do not understand the schema any more. */
  breaksOlder: boolean;
}

/** A line of a migration's file. */
const BREAKS_OLDER = /^-- breaks older releases\b/m;

/** The migrations of a folder with Drizzle's journal, oldest first. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(
    ({ sql: statements, hash, folderMillis }, index) => ({
      name: entries[index]?.tag ?? "",
      createdAt: folderMillis,
      statements,
      hash,
      breaksOlder: statements.some((statement) => BREAKS_OLDER.test(statement)),
    }),
  );
}

/** The newest migration that a release must have to understand the schema, or 0. */
export function oldestUnderstood(migrations: readonly Migration[]): number {
  return migrations.findLast(({ breaksOlder }) => breaksOlder)?.createdAt ?? 0;
}

/** Drizzle-kit leaves files of its folder `meta` alone that begin with an underscore. */
export const SCHEMA_FILE = "meta/_schema.sql";

/** The first line names the migration after which a database has the schema. */
const SCHEMA_HEAD = /^-- After (\S+)\./;

/** What the first migrations make of an empty database, in one piece. */
export interface WholeSchema {
  statements: string;
  covered: readonly Migration[];
}

/** Returns null where the file is missing, or of other migrations than these. */
export function readWholeSchema(
  folder: string,
  migrations: readonly Migration[],
): WholeSchema | null {
  const file = join(folder, SCHEMA_FILE);
  if (!existsSync(file)) return null;
  const statements = readFileSync(file, "utf8");
  const last = SCHEMA_HEAD.exec(statements)?.[1];
  const count = migrations.findIndex(({ name }) => name === last) + 1;
  return count === 0 ? null : { statements, covered: migrations.slice(0, count) };
}

import { readFileSync } from "node:fs";
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

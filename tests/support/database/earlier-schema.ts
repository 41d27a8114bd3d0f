import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "~db/migrate.server";
import { SCHEMA_FILE } from "~db/migration-files.server";
import type { TestDatabase } from "./test-database";

export const MIGRATIONS = join(import.meta.dirname, "../../../db/migrations");

interface Journal {
  entries: { idx: number; tag: string }[];
}

/** Lists the names of all migrations, the oldest first. */
export function listMigrations(): string[] {
  return readJournal(MIGRATIONS).entries.map(({ tag }) => tag);
}

/** Copies the first `count` migrations into `folder`, as an earlier commit had them. */
export function copyFirstMigrations(folder: string, count: number): void {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = readJournal(folder);
  writeFileSync(
    join(folder, "meta/_journal.json"),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
  );
  // These are of the current schema.
  rmSync(join(folder, "functions"), { recursive: true });
  rmSync(join(folder, SCHEMA_FILE));
}

/** Migrates as an earlier commit did that had the first `count` migrations. */
export async function migrateTo(options: TestDatabase["options"], count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akari-migrations-"));
  try {
    copyFirstMigrations(folder, count);
    await migrateDatabase(options, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as Journal;
}

import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** The migrations in `folder`, and one more. */
export function copyMigrations(folder: string, migration: string): void {
  cpSync(join(root, "db/migrations"), folder, { recursive: true });
  const journalFile = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8")) as Journal;
  const last = journal.entries.at(-1);
  if (last === undefined) throw new Error("there are no migrations");
  const tag = `${String(last.idx + 1).padStart(4, "0")}_next_version`;
  writeFileSync(join(folder, `${tag}.sql`), migration);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag });
  writeFileSync(journalFile, JSON.stringify(journal));
}

/** A copy of the built site with one more migration, as the next release would have it. */
export function createNextVersion(migration: string): string {
  const folder = mkdtempSync(join(tmpdir(), "akari-next-"));
  for (const name of ["node_modules", "app", "public"])
    symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "build"));
  cpSync(join(root, "build/server"), join(folder, "build/server"), { recursive: true });
  symlinkSync(join(root, "build/client"), join(folder, "build/client"));
  mkdirSync(join(folder, "db"));
  symlinkSync(join(root, "db/starter"), join(folder, "db/starter"));
  copyMigrations(join(folder, "db/migrations"), migration);
  return folder;
}

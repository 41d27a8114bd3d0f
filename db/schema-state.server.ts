import { akariCommand } from "~/config/command";
import type { Sql } from "./client.server";
import { readMigrations, type Migration } from "./migration-files.server";

export interface SchemaState {
  /**
   * `empty`: without a schema. `behind`: migrations have to run. `newer`: of a later release, which
   * this one can work beside. `incompatible`: of a later release that this one does not understand.
   */
  kind: "empty" | "behind" | "current" | "newer" | "incompatible";
  /** Migrations of this release that have not run, oldest first. */
  pending: Migration[];
  /** How many migrations this release has. */
  total: number;
  /** How many migrations of later releases have run. */
  unknown: number;
}

/** Compares the schema of a database with the migrations of this release. */
export async function readSchemaState(sql: Sql, migrationsFolder: string): Promise<SchemaState> {
  const migrations = readMigrations(migrationsFolder);
  const last = migrations.at(-1)?.createdAt ?? 0;
  const applied = await readApplied(sql);
  // Drizzle's rule: what is older than the newest has run.
  const pending = migrations.filter(({ createdAt }) => createdAt > (applied.at(-1) ?? 0));
  const unknown = applied.filter((createdAt) => createdAt > last).length;
  const state = { pending, total: migrations.length, unknown };
  if (applied.length === 0) return { ...state, kind: "empty" };
  if (pending.length > 0) return { ...state, kind: "behind" };
  if (unknown === 0) return { ...state, kind: "current" };
  return { ...state, kind: last < (await readOldest(sql)) ? "incompatible" : "newer" };
}

/** The times of the migrations that have run, in order. */
async function readApplied(sql: Sql): Promise<number[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`;
  if (table?.exists !== true) return [];
  const rows = await sql<{ created_at: string }[]>`
    SELECT created_at::text FROM drizzle.__drizzle_migrations ORDER BY drizzle.__drizzle_migrations.created_at`;
  return rows.map((row) => Number(row.created_at));
}

/** Releases before 1.0 have not told what they need. */
async function readOldest(sql: Sql): Promise<number> {
  const [table] = await sql<{ exists: boolean }[]>`
    SELECT to_regclass('drizzle.akari_compatibility') IS NOT NULL AS exists`;
  if (table?.exists !== true) return 0;
  const [row] = await sql<{ oldest: string }[]>`
    SELECT oldest_migration::text AS oldest FROM drizzle.akari_compatibility`;
  return Number(row?.oldest ?? 0);
}

/** Says what to do about a database that is behind this release. */
export function describeBehind({ pending, total }: SchemaState): string {
  const [first] = pending;
  return `The database is of an earlier version of Akari: ${pending.length} of ${total} migrations have not run, from ${first?.name ?? ""}. Starting Akari runs them, as ${akariCommand("db migrate")} does.`;
}

/** Says what to do about a database that is ahead of this release. */
export function describeNewer({ unknown, kind }: SchemaState): string {
  const migrations = unknown === 1 ? "1 migration" : `${unknown} migrations`;
  return `The database is of a later version of Akari: it has ${migrations} that this version does not know. ${
    kind === "incompatible"
      ? "This version cannot work with it: start the later version again, or restore a backup from before the update."
      : "Both versions can work with it: update this one soon."
  }`;
}

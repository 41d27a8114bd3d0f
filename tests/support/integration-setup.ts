import { existsSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import {
  createDataDir,
  removeAbandonedDataDirs,
  removeDataDir,
} from "../../scripts/support/data-dir";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string };
  }
}

/** Migrated and empty. */
export const TEMPLATE = "akari_template";

/** One PostgreSQL for all integration tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedDataDirs();
  const dataDir = createDataDir();
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const sql = postgres({ ...embedded.options, max: 1 });
  await sql`CREATE DATABASE ${sql(TEMPLATE)}`;
  await sql.end();
  const migrations = join(project.config.root, "db", "migrations");
  if (existsSync(join(migrations, "meta", "_journal.json")))
    await migrateDatabase({ ...embedded.options, database: TEMPLATE }, migrations);
  project.provide("postgres", embedded.options);
  return async () => {
    await embedded.stop();
    await removeDataDir(dataDir);
  };
}

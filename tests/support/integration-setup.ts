import { rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { buildMissingFranchises } from "~/features/franchise/rebuild-franchises.server";
import { loadStarter } from "~/features/import/load-starter.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { ensureSearchIndex } from "~/features/search/title-index/rebuild-search-index.server";
import { openDatabase } from "~db/client.server";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import { buildWhenNeeded } from "../../scripts/lib/prepare.mjs";
import {
  createDataDir,
  removeAbandonedDataDirs,
  removeDataDir,
  turnOffSync,
} from "../../scripts/support/data-dir";
import { buildCommands } from "./built-commands";
import { STARTER_TEMPLATE, TEMPLATE } from "./database/templates";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string };
    /** The operator's commands as JavaScript. */
    commands: string;
  }
}

/** A file starts up to half a dozen sites with pools of ten, and has connections of its own. */
const CONNECTIONS_PER_WORKER = 100;

/** One PostgreSQL for all integration tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWhenNeeded();
  await removeAbandonedDataDirs();
  const dataDir = createDataDir();
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    maxConnections: Number(project.config.maxWorkers) * CONNECTIONS_PER_WORKER,
  });
  turnOffSync(dataDir);
  const sql = postgres({ ...embedded.options, max: 1 });
  await sql`CREATE DATABASE ${sql(TEMPLATE)}`;
  const folder = join(project.config.root, "db");
  await migrateDatabase({ ...embedded.options, database: TEMPLATE }, join(folder, "migrations"));
  await sql`CREATE DATABASE ${sql(STARTER_TEMPLATE)} TEMPLATE ${sql(TEMPLATE)}`;
  await sql.end();
  const starter = openDatabase(
    { ...embedded.options, database: STARTER_TEMPLATE },
    { applicationName: "akari-test", poolSize: 2, timeouts: null },
  );
  await ensureSearchIndex(starter.db);
  await loadStarter(starter.db, join(folder, "starter"));
  await rebuildListingBitmaps(starter.db);
  await buildMissingFranchises(starter.db);
  await starter.close();
  project.provide("postgres", embedded.options);
  const commands = await buildCommands();
  project.provide("commands", commands);
  return async () => {
    rmSync(commands, { recursive: true, force: true });
    await embedded.stop();
    await removeDataDir(dataDir);
  };
}

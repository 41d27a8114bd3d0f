import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import postgres from "postgres";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import { SCHEMA_FILE } from "~db/migration-files.server";
import { createDataDir, removeDataDir } from "./support/data-dir";
import { dumpSchema } from "./support/dump-schema";

const root = join(import.meta.dirname, "..");
const folder = join(root, "db/migrations");

/**
 * `npm run db:generate -- --name <what>`: drizzle-kit compares the schema with the last snapshot
 * only, so those before it are removed. Run again after a migration was edited, it writes the
 * schema that all of them make.
 */
const drizzleKit = join(root, "node_modules/drizzle-kit/bin.cjs");
const { status } = spawnSync(process.execPath, [drizzleKit, "generate", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
const meta = join(folder, "meta");
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name));
if (status === 0) writeFileSync(join(folder, SCHEMA_FILE), await schemaOfMigrations());
process.exitCode = status ?? 1;

async function schemaOfMigrations(): Promise<string> {
  const dataDir = createDataDir();
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const stepByStep = join(dataDir, "migrations");
    cpSync(folder, stepByStep, {
      recursive: true,
      filter: (file) => basename(file) !== basename(SCHEMA_FILE),
    });
    await migrateDatabase(embedded.options, stepByStep);
    const sql = postgres({ ...embedded.options, max: 1, onnotice: () => undefined });
    try {
      return await sql.begin((tx) => dumpSchema(tx, folder));
    } finally {
      await sql.end();
    }
  } finally {
    await embedded.stop();
    await removeDataDir(dataDir);
  }
}

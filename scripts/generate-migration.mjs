import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

/**
 * `npm run db:generate -- --name <what>`: drizzle-kit compares the schema with the last snapshot
 * only, so those before it are removed.
 */
const drizzleKit = join(root, "node_modules", "drizzle-kit", "bin.cjs");
const { status } = spawnSync(process.execPath, [drizzleKit, "generate", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
const meta = join(root, "db", "migrations", "meta");
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name));
process.exitCode = status ?? 1;

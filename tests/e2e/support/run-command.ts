import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnServer } from "./own-server";

const root = join(import.meta.dirname, "../../..");

/** Runs a command of `cli/` on the server's data. */
export function runCommand({ dataDir }: OwnServer, name: string, ...args: string[]): void {
  execFileSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(root, `cli/${name}.ts`), ...args],
    { cwd: root, env: { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir }, stdio: "ignore" },
  );
}

/** Adds titles to the server's catalog, in the form that an import reads. */
export function importTitles(server: OwnServer, titles: readonly { mal_id: number }[]): void {
  const file = join(server.dataDir, `titles-${titles[0]?.mal_id}.ndjson`);
  writeFileSync(file, titles.map((title) => `${JSON.stringify(title)}\n`).join(""));
  runCommand(server, "catalog-import", file);
}

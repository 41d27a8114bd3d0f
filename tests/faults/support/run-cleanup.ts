import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Site } from "./site";

const root = join(import.meta.dirname, "../../..");

/** Runs the job that has an hourly schedule, since the sites of tests run no jobs. */
export async function runCleanup({ dataDir }: Site): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "cli/akari.ts", "jobs", "run", "cleanup"],
    { cwd: root, env: { PATH: process.env["PATH"], DATA_DIR: dataDir } },
  );
}

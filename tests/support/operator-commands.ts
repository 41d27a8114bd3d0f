import { spawn } from "node:child_process";
import { join } from "node:path";
import type { testDatabase } from "./test-database";

const root = join(import.meta.dirname, "../..");

/** How a command ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the commands of `db/cli` as an operator does, in a folder and on a test's database. */
export function operatorCommands(options: Awaited<ReturnType<typeof testDatabase>>["options"], folder: string): (name: string, args: readonly string[], environment?: Record<string, string>) => Promise<Ended> {
  return (name, args, environment = {}) => {
    const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), join(root, `db/cli/${name}.ts`), ...args], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        TSX_TSCONFIG_PATH: join(root, "tsconfig.json"),
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: `postgres:///${options.database}`,
        PGHOST: options.host,
        PGPORT: String(options.port),
        PGUSERNAME: options.user,
        PGPASSWORD: options.password,
        ...environment,
      },
    });
    const ended = { out: "", err: "" };
    child.stdout.on("data", (part: Buffer) => (ended.out += part.toString()));
    child.stderr.on("data", (part: Buffer) => (ended.err += part.toString()));
    return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
  };
}

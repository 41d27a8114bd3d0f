import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { testDatabase } from "../database/test-database";

const root = join(import.meta.dirname, "../../..");

/** How a command ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command of `db/cli`; `onChild` gets its process while it runs. */
type RunCommand = (
  name: string,
  args: readonly string[],
  environment?: Record<string, string>,
  onChild?: (child: ChildProcess) => void,
) => Promise<Ended>;

/** The commands as an operator runs them, in a folder and on a test's database. */
export function operatorCommands(
  options: Awaited<ReturnType<typeof testDatabase>>["options"],
  folder: string,
): RunCommand {
  return (name, args, environment = {}, onChild) => {
    const child = spawn(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), join(root, `db/cli/${name}.ts`), ...args],
      {
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
      },
    );
    onChild?.(child);
    const ended = { out: "", err: "" };
    child.stdout.on("data", (part: Buffer) => (ended.out += part.toString()));
    child.stderr.on("data", (part: Buffer) => (ended.err += part.toString()));
    return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
  };
}

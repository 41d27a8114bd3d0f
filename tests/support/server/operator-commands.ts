import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { databaseEnvironment, type TestDatabase } from "../database/test-database";

const root = join(import.meta.dirname, "../../..");

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

type RunCommand = (
  name: string,
  args: readonly string[],
  environment?: Record<string, string>,
  onChild?: (child: ChildProcess) => void,
) => Promise<CommandResult>;

export function createCommandRunner(options: TestDatabase["options"], folder: string): RunCommand {
  return (name, args, environment = {}, onChild) => {
    const child = spawn(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), join(root, `cli/${name}.ts`), ...args],
      {
        cwd: folder,
        env: {
          PATH: process.env["PATH"],
          TSX_TSCONFIG_PATH: join(root, "tsconfig.json"),
          DATA_DIR: join(folder, "data"),
          ...databaseEnvironment(options),
          ...environment,
        },
      },
    );
    onChild?.(child);
    const result = { out: "", err: "" };
    child.stdout.on("data", (part: Buffer) => (result.out += part.toString()));
    child.stderr.on("data", (part: Buffer) => (result.err += part.toString()));
    return new Promise((resolve) => child.on("close", (code) => resolve({ ...result, code })));
  };
}

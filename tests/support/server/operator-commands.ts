import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { inject } from "vitest";
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
  return (name, args, environment = {}, onChild) =>
    runScript([join(inject("commands"), `${name}.js`), ...args], {
      folder,
      environment: {
        DATA_DIR: join(folder, "data"),
        ...databaseEnvironment(options),
        ...environment,
      },
      onChild,
    });
}

/** Runs `akari` with each list of arguments in one process; each command at most once. */
export async function explainCommands(
  calls: readonly (readonly string[])[],
): Promise<CommandResult[]> {
  const script = join(inject("commands"), "commands-child.js");
  const { out, err } = await runScript([script, JSON.stringify(calls)], { folder: root });
  if (err !== "") throw new Error(err);
  return JSON.parse(out) as CommandResult[];
}

interface ScriptOptions {
  folder: string;
  environment?: Record<string, string>;
  onChild?: ((child: ChildProcess) => void) | undefined;
}

function runScript(
  args: readonly string[],
  { folder, environment = {}, onChild }: ScriptOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...environment },
  });
  onChild?.(child);
  const result = { out: "", err: "" };
  child.stdout.on("data", (part: Buffer) => (result.out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (result.err += part.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...result, code })));
}

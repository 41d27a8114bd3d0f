import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Folders of daemons on Debian, which a user's PATH may lack. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

/** The first of these programs that is installed; undefined without one. */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Resolves when the process is gone, also if it was before. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

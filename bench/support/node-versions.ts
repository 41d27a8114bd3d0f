import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./databases";

/** The oldest supported version and the newest with long-term support. */
export const NODE_MAJORS = [20, 24] as const;

const FOLDER = join(ROOT, ".data/bench/node");

/**
 * The path of a Node binary of that version. The package `node` is installed into `.data` on first
 * use, outside of the project's dependencies.
 */
export function nodeBinary(major: number): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = join(FOLDER, String(major));
  const binary = join(folder, "node_modules/node/bin/node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    process.stdout.write(`Installing Node ${major} …\n`);
    execFileSync(
      "npm",
      ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `node@${major}`],
      { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
    );
  }
  return binary;
}

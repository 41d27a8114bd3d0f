import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Undefined where there is none; tests that need it are skipped then. */
export const FFMPEG = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "ffmpeg"))
  .find((path) => existsSync(path));

export function ffmpeg(...args: string[]): void {
  execFileSync(FFMPEG ?? "ffmpeg", ["-y", "-loglevel", "error", ...args]);
}

import { execFileSync } from "node:child_process";
import { findProgram } from "../programs";

/** Undefined where there is none; tests that need it are skipped then. */
export const FFMPEG = findProgram("ffmpeg");

export function ffmpeg(...args: string[]): void {
  execFileSync(FFMPEG ?? "ffmpeg", ["-y", "-loglevel", "error", ...args]);
}

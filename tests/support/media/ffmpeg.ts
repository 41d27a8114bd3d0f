import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { extname, isAbsolute, join } from "node:path";
import { findProgram } from "../programs";

/** The program; undefined where there is none, and tests that need it are skipped. */
export const FFMPEG = findProgram("ffmpeg");

/** Outlives the run, so that the next one makes no film again. */
const MADE = join(import.meta.dirname, "../../../node_modules/.cache/akari-films");

/**
 * Makes a film as ffmpeg's arguments say, of which the last is its path. It is made once for each
 * ffmpeg, recipe and content of the files that the recipe reads.
 */
export function ffmpeg(...args: string[]): void {
  const program = FFMPEG ?? "ffmpeg";
  const path = args.at(-1) ?? "";
  const recipe = args.slice(0, -1);
  const made = join(MADE, `${digestOf(program, recipe)}${extname(path)}`);
  if (!existsSync(made)) {
    mkdirSync(MADE, { recursive: true });
    // Renamed when it is whole, as other workers may look for it.
    const folder = mkdtempSync(join(MADE, "new-"));
    try {
      const unfinished = join(folder, `film${extname(path)}`);
      execFileSync(program, ["-y", "-loglevel", "error", ...recipe, unfinished]);
      renameSync(unfinished, made);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  copyFileSync(made, path);
}

function digestOf(program: string, recipe: readonly string[]): string {
  const { size, mtimeMs } = statSync(program);
  const hash = createHash("sha256").update(JSON.stringify([program, size, mtimeMs]));
  for (const argument of recipe) {
    const input = isAbsolute(argument) ? readFileSync(argument) : argument;
    hash.update(`\0${input.length}\0`).update(input);
  }
  return hash.digest("hex");
}

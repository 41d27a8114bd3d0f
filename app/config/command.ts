import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root";

/** A release has the built commands and not their sources. */
function isClone(folder: string = projectRoot()): boolean {
  return existsSync(join(folder, "cli"));
}

/**
 * How an operator of this installation types a command of Akari, such as `media add`. A release has
 * the program `akari` and no npm scripts, a clone the scripts and no program.
 */
export function akariCommand(command: string, folder?: string): string {
  return isClone(folder) ? `npm run akari -- ${command}` : `akari ${command}`;
}

/**
 * Quotes a text for a POSIX shell, so that a pasted command runs nothing that is in a file's name.
 */
export function shellWord(text: string): string {
  return /\p{Cc}/u.test(text)
    ? `$'${text.replaceAll(/[\\'\p{Cc}]/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`)}'`
    : `'${text.replaceAll("'", "'\\''")}'`;
}

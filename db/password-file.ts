import { readSecretFile } from "~/config/secret-files";

/**
 * The last password read from each file, used while the file is being replaced: the driver cannot
 * handle an error here.
 */
const lastPasswords = new Map<string, string>();

export function readPassword(path: string): string {
  try {
    lastPasswords.set(path, readSecretFile(path));
  } catch {
    // The server's refusal is the error if no password is found.
  }
  return lastPasswords.get(path) ?? "";
}

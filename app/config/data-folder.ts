import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Creates the data folder for its owner alone, since it has secrets and backups. */
export function createDataFolder(path: string): void {
  // The mode would apply to folders above, too.
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * A sentence about a data folder that every account may list or change; null for any other. It is
 * not changed, as other programs may depend on it.
 */
export function describeOpenFolder(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  const account = process.getuid?.() ?? 0;
  // A container's volume may be another account's, which alone could change it.
  if (stat === undefined || (account !== 0 && stat.uid !== account) || (stat.mode & 0o006) === 0)
    return null;
  const mode = (stat.mode & 0o7777).toString(8);
  return `Every account of this machine may look into ${path} (mode ${mode}), where secrets and backups are: chmod o-rwx ${path}.`;
}

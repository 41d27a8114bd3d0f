import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the installation: the nearest one above this module that has a package.json. */
export function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

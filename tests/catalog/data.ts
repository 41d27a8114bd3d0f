import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../shared/data");

/** Whether the full catalog lies beside the project, which is no part of it. */
export const hasData = existsSync(join(FOLDER, "catalog.ndjson.gz"));

/** The path of a file or folder of the full catalog's data. */
export function dataPath(name: string): string {
  return join(FOLDER, name);
}

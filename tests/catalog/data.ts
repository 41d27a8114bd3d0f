import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../shared/data");

export const hasData = existsSync(join(FOLDER, "catalog.ndjson.gz"));

export function dataPath(name: string): string {
  return join(FOLDER, name);
}

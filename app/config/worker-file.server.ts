import { join } from "node:path";

/**
 * The path of a worker's module: built in production; in development a loader of its source, or the
 * source itself where that is JavaScript.
 */
export function workerFile(
  root: string,
  folder: string,
  name: string,
  source = `${name}.dev.mjs`,
): string {
  return import.meta.env?.PROD
    ? join(root, "build/server", `${name}.js`)
    : join(root, folder, source);
}

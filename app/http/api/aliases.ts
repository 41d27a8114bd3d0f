import type { Endpoint } from "./endpoint";

export function atPaths(
  paths: readonly Endpoint["path"][],
  endpoint: Omit<Endpoint, "path">,
): Endpoint[] {
  return paths.map((path) => ({ ...endpoint, path }));
}

import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "~/routes";

/** Lists the paths of pages and files. Endpoints of the API are in `api-routes`. */
export function routePatterns(): string[] {
  const pages = routes.filter(({ id }) => id?.startsWith("api/") !== true);
  const walk = (entries: readonly RouteConfigEntry[], parent: string): string[] =>
    entries.flatMap((entry) => {
      const path = entry.path === undefined ? parent : `${parent}/${entry.path}`;
      return [path === "" ? "/" : path, ...walk(entry.children ?? [], path)];
    });
  return [...new Set(walk(pages, ""))];
}

/**
 * Optional parameters are also left out. Throws for a parameter without values, so that a new route
 * cannot be forgotten.
 */
export function fillPattern(
  pattern: string,
  values: Readonly<Record<string, readonly string[]>>,
): string[] {
  return pattern
    .split("/")
    .slice(1)
    .reduce(
      (paths, segment) => {
        const name = /^:(\w+)\??$/.exec(segment)?.[1] ?? (segment === "*" ? "*" : null);
        if (name === null) return paths.map((path) => `${path}/${segment}`);
        const known = values[name];
        if (known === undefined) throw new Error(`no value for ${segment} of ${pattern}`);
        const filled = paths.flatMap((path) => known.map((value) => `${path}/${value}`));
        return segment.endsWith("?") ? [...paths, ...filled] : filled;
      },
      [""],
    )
    .map((path) => (path === "" ? "/" : path));
}

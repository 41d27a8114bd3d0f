import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes } from "react-router";
import routes from "~/routes";

interface ListedRoute {
  pattern: string;
  file: string;
  /** The files of the layouts around it. */
  layouts: readonly string[];
}

/**
 * The pages and files of `app/routes.ts`, but for the stream that lasts as long as its page. The
 * API's endpoints are in `api-routes`.
 */
export const ROUTES: readonly ListedRoute[] = listRoutes(
  routes.filter(({ id, path }) => id?.startsWith("api/") !== true && path !== "live"),
);

function listRoutes(
  entries: readonly RouteConfigEntry[],
  parent = "",
  layouts: readonly string[] = [],
): ListedRoute[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`;
    return children === undefined
      ? [{ pattern: pattern === "" ? "/" : pattern, file, layouts }]
      : listRoutes(children, pattern, [...layouts, file]);
  });
}

export function routePatterns(): string[] {
  return ROUTES.map(({ pattern }) => pattern);
}

/** Finds the route that React Router would, apart from the layouts around it. */
export function findRoute(path: string): ListedRoute | undefined {
  const matches = matchRoutes(
    ROUTES.map((route) => ({ path: route.pattern, handle: route })),
    path,
  );
  return matches?.[0]?.route.handle;
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

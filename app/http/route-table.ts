/** The routes in the form that React Router's server build has. */
export type RouteTable = Readonly<
  Record<
    string,
    | {
        id: string;
        parentId?: string | undefined;
        path?: string | undefined;
        index?: boolean | undefined;
        module: RouteModule;
      }
    | undefined
  >
>;

interface RouteModule {
  handle?: unknown;
  loader?: unknown;
  action?: unknown;
}

/** Returns the pattern of a route's whole path, with a leading slash. */
export function routePath(id: string, table: RouteTable): string {
  const route = table[id];
  if (route === undefined) return "";
  const parent = route.parentId === undefined ? "" : routePath(route.parentId, table);
  return `${parent.replace(/\/$/, "")}/${route.path ?? ""}`;
}

interface ManifestRoute {
  parentId?: string;
  hasDefaultExport?: boolean;
  hasClientAction: boolean;
}

/**
 * Leaves endpoints and files out of the manifest's routes: those that have no component and do
 * nothing in browsers. No page renders them, and React Router walks the whole manifest at each
 * rendering.
 */
export function withoutResourceRoutes<Route extends ManifestRoute>(
  routes: Readonly<Record<string, Route | undefined>>,
): Record<string, Route> {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  return Object.fromEntries(
    Object.entries(routes).filter(
      (entry): entry is [string, Route] =>
        entry[1] !== undefined &&
        (Boolean(entry[1].hasDefaultExport) || entry[1].hasClientAction || parents.has(entry[0])),
    ),
  );
}

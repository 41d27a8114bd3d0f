/** Short, so that imports appear soon. */
export const CATALOG_FRESHNESS = { maxAgeSeconds: 300 };

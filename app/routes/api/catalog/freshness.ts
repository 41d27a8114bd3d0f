/** Short, so imports show soon. */
export const CATALOG_FRESHNESS = { maxAgeSeconds: 300 };

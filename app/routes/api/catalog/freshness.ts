export const CATALOG_FRESHNESS = { maxAgeSeconds: 300, mayBeStale: true };

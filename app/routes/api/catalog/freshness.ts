/** How long others may keep what the catalog says about one title: short, so that an import shows soon. */
export const CATALOG_FRESHNESS = { maxAgeSeconds: 300 };

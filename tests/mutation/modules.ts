interface CentralModule {
  /** The file that is changed. */
  file: string;
  /** Unit tests of the module: files, or a folder of them. */
  unit: readonly string[];
  /** The integration tests of what it is for, in folders of tests/integration. */
  integration: readonly string[];
}

/** Modules that decide what a user may see, what is stored, and what the site may reach. */
export const CENTRAL_MODULES: readonly CentralModule[] = [
  {
    file: "app/features/listing/filters/filters.server.ts",
    unit: ["app/features/listing"],
    integration: [
      "catalog/listing",
      "catalog/listing-duration",
      "catalog/listing-bitmaps",
      "catalog/api/listing-api",
      "catalog/hide-known",
    ],
  },
  {
    file: "app/features/watch-list/tracking/tracking-rules.ts",
    unit: [
      "app/features/watch-list/tracking/tracking-rules.test.ts",
      "app/features/watch-list/tracking/tracking-edges.test.ts",
    ],
    integration: ["watch-list/tracking", "watch-list/statistics-oracle"],
  },
  {
    file: "app/features/search/rank-titles.ts",
    unit: ["app/features/search/rank-titles.test.ts", "app/features/search/title-scores.test.ts"],
    integration: ["catalog/search-titles", "catalog/search-with-filters"],
  },
  {
    file: "app/media/video/rewrite-playlist.ts",
    unit: [
      "app/media/video/rewrite-playlist.test.ts",
      "app/media/video/corpus-playlists.test.ts",
      "app/media/video/generated-playlists.test.ts",
    ],
    integration: ["media/video-playlists"],
  },
  {
    file: "app/media/video/byte-range.ts",
    unit: ["app/media/video/byte-range.test.ts"],
    integration: ["media/video-ranges"],
  },
  {
    file: "app/http/request/safe-redirect.ts",
    unit: ["app/http/request/safe-redirect.test.ts"],
    integration: ["accounts/provider-sign-in", "pages/account-forms"],
  },
  {
    file: "app/outbound/public-address.ts",
    unit: ["app/outbound/public-address.test.ts", "app/outbound/source-rules.test.ts"],
    integration: ["outbound/guarded-fetch"],
  },
  {
    file: "app/http/request/same-origin.ts",
    unit: ["app/http/request/same-origin.test.ts", "tests/unit/http/resource.test.ts"],
    integration: ["accounts/protected-endpoints", "pages/account-forms", "process/headers"],
  },
  {
    file: "app/features/catalog/visibility.server.ts",
    unit: [],
    integration: ["catalog/visibility"],
  },
  {
    file: "app/http/request/rate-limiter.ts",
    unit: ["app/http/request/rate-limiter.test.ts"],
    integration: ["accounts/rate-limits"],
  },
];

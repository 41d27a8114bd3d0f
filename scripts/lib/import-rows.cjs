/** The rows of docs/architecture.md, top to bottom. A file imports from its own or a lower row. */
const rows = [
  {
    name: "process",
    folders: ["app/server.ts", "app/process"],
    advice: "The process starts the server; nothing imports it.",
  },
  {
    name: "routes",
    folders: ["app/routes", "cli"],
    advice:
      "A route has the loader, the action, meta and the component. What two routes share belongs to app/http, app/pages or a feature; services come through router contexts.",
  },
  {
    name: "http",
    folders: ["app/http"],
    advice:
      "app/http reads requests and makes responses for routes. What several features make together belongs to app/pages.",
  },
  {
    name: "pages",
    folders: ["app/pages", "app/frame"],
    advice:
      "A page takes services, a PageViewer and values, and knows no request: its route reads that. app/frame is what every page has around it.",
  },
  {
    name: "jobs",
    folders: ["app/jobs", "app/services"],
    advice:
      "A job calls features and knows no Request. Pages read and start jobs through app/jobs; only the process runs them by itself.",
  },
  {
    name: "features",
    folders: ["app/features"],
    advice:
      "A feature knows no Request and no route. Take values and return values; app/http decides status codes.",
  },
  {
    name: "components",
    folders: ["app/artwork", "app/media", "app/providers", "app/ui"],
    advice: "These folders know nothing of the features. Take plain values; the feature calls you.",
  },
  {
    name: "infrastructure",
    folders: ["app/outbound", "app/secrets", "db"],
    advice:
      "The database, its sealed secrets and the outbound client know tables and URLs only. Move the rule up into a feature that calls you.",
  },
  {
    name: "foundation",
    folders: [
      "app/caching",
      "app/concurrency",
      "app/config",
      "app/errors",
      "app/i18n",
      "app/observability",
      "app/parsing",
    ],
    advice: "The foundation imports nothing of ours but itself.",
  },
];

/** All other features may import all of them. Catalog changes correct the counts of watch lists. */
const catalogFeatures = {
  catalog: [],
  schedule: ["catalog"],
  franchise: ["catalog"],
  search: ["catalog"],
  credits: ["catalog", "search"],
  listing: ["catalog", "schedule", "search"],
  discovery: ["catalog", "listing"],
  suggestions: ["catalog", "franchise"],
  title: ["catalog", "listing", "schedule"],
  home: ["catalog"],
  import: [
    "catalog",
    "credits",
    "franchise",
    "listing",
    "schedule",
    "search",
    "watch-list/port.ts",
  ],
  curation: ["catalog", "franchise", "import", "listing", "search", "watch-list/port.ts"],
};

module.exports = { rows, catalogFeatures };

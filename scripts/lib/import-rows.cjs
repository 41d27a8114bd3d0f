/** Of docs/architecture.md, top to bottom. A file imports from its own or a lower row. */
const rows = [
  {
    name: "process",
    folders: ["app/server.ts", "app/process", "app/services.server.ts"],
    advice: "The process builds the services and starts the server; nothing imports it.",
  },
  {
    name: "routes",
    folders: ["app/routes", "cli"],
    advice:
      "A route imports features and request plumbing. What two routes share belongs to a feature or to app/http; services come through router contexts.",
  },
  {
    name: "http",
    folders: ["app/http"],
    advice:
      "app/http may use features and everything below. A route passes its choices as arguments.",
  },
  {
    name: "jobs",
    folders: ["app/jobs"],
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
    folders: ["app/outbound", "db"],
    advice:
      "The database and the outbound client know tables and URLs only. Move the rule up into a feature that calls you.",
  },
  {
    name: "foundation",
    folders: [
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

/** All other features may import all of them. */
const catalogFeatures = {
  catalog: [],
  schedule: ["catalog"],
  franchise: ["catalog"],
  search: ["catalog"],
  credits: ["catalog", "search"],
  listing: ["catalog", "schedule", "search"],
  discovery: ["catalog", "listing"],
  suggestions: ["catalog", "franchise"],
  title: ["catalog", "discovery", "listing", "schedule"],
  home: ["catalog", "discovery", "listing", "schedule", "title"],
  import: ["catalog", "credits", "franchise", "listing", "search"],
  curation: ["catalog", "franchise", "import", "listing", "search"],
};

module.exports = { rows, catalogFeatures };

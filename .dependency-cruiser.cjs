// The rows of docs/architecture.md: a file imports from its own folder or from a lower row, never upwards, never in a circle.
const rows = [
  { name: "routes", path: "^app/routes/", above: "^app/(process|server|services\\.server)" },
  { name: "http", path: "^app/http/", above: "^app/(routes|process|server|services\\.server)" },
  {
    name: "features",
    path: "^app/features/",
    above: "^app/(routes|http|process|server|services\\.server)",
  },
  {
    name: "media-providers-ui",
    path: "^app/(media|providers|ui)/",
    above: "^app/(routes|http|features|process|server|services\\.server)",
  },
  {
    name: "outbound-db",
    path: "^(app/outbound|db)/",
    above: "^app/(routes|http|features|media|providers|ui|process|server|services\\.server)",
    except: "^db/cli/",
  },
  {
    name: "ground",
    path: "^app/(config|errors|observability|language)/",
    above:
      "^(db/|app/(routes|http|features|media|providers|ui|outbound|process|server|services\\.server))",
  },
];

const advice = {
  routes:
    "A route imports verbs and request plumbing. What two routes share belongs to a feature or to app/http; built things come through the router context.",
  http: "app/http may use features and everything below. What a route decides, it passes as an argument.",
  features:
    "A feature knows no Request and no route. Take values as arguments and return values; status codes are decided in app/http.",
  "media-providers-ui":
    "These rooms know nothing of the product's features. Take plain values; the feature calls you.",
  "outbound-db":
    "The database and the way out know tables and addresses only. Move the rule up into a feature that calls you.",
  ground: "Config, errors, language and observability import nothing of ours but each other.",
};

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Two files that need each other want a third that both can see.",
      from: {},
      to: { circular: true },
    },
    ...rows.map(({ name, path, above, except }) => ({
      name: `only-downwards-from-${name}`,
      severity: "error",
      comment: advice[name],
      from: { path, pathNot: [except, "\\.test\\.tsx?$", "\\+types/"].filter(Boolean) },
      to: { path: above },
    })),
    {
      name: "only-watch-list-and-playback-call-catalog",
      severity: "error",
      comment:
        "Inside the features only watch-list → catalog and playback → catalog are allowed; a user travels as an id.",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/(?!$1/)", pathNot: "^app/features/catalog/" },
    },
    {
      name: "catalog-stands-alone",
      severity: "error",
      comment: "The catalog is used by other features and uses none.",
      from: { path: "^app/features/catalog/" },
      to: { path: "^app/features/(?!catalog/)" },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      comment: "The import leads nowhere.",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|\\./\\+types/)" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(node_modules|build|\\.react-router)" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};

// Turns the rows of scripts/lib/import-rows.cjs into rules.
const { rows, catalogFeatures } = require("./scripts/lib/import-rows.cjs");

/** An entry with a file extension matches that file, others match whole folders. */
function within(folders) {
  const escaped = folders.map((folder) => folder.replaceAll(".", "\\."));
  return `^(${escaped.map((folder) => (folder.endsWith(".ts") ? `${folder}$` : `${folder}/`)).join("|")})`;
}

const anyCatalogFeature = within(
  Object.keys(catalogFeatures).map((name) => `app/features/${name}`),
);

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Two files that need each other want a third that both can see.",
      from: {},
      to: { circular: true },
    },
    ...rows.slice(1).map(({ name, folders, advice }, index) => ({
      name: `${name}-imports-downwards`,
      severity: "error",
      comment: advice,
      from: {
        path: within(folders),
        pathNot: ["\\.test\\.tsx?$", "\\+types/"],
      },
      to: { path: within(rows.slice(0, index + 1).flatMap((row) => row.folders)) },
    })),
    {
      name: "http-imports-accounts-and-titles-alone",
      severity: "error",
      comment:
        "app/http knows who sends a request and which titles there are; viewer and forms take values to other features. Compose features in app/pages, or take what you need as an argument.",
      from: { path: "^app/http/(?!(viewer|forms)/)", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^app/features/(?!(accounts|catalog)/)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "pages-import-their-own-folder",
      severity: "error",
      comment:
        "What two pages show belongs to app/pages/parts, what a page is told of its viewer to app/pages/viewer, or all of it to a feature.",
      from: { path: "^app/pages/([^/]+)/" },
      to: { path: "^app/pages/(?!$1/|parts/|viewer/)" },
    },
    {
      name: "routes-import-their-own-folder",
      severity: "error",
      comment:
        "Nothing imports a route module. What two folders of routes need belongs to app/pages, app/frame or a feature.",
      from: { path: "^app/routes/([^/]+)/" },
      to: { path: "^app/routes/(?!$1/)", pathNot: "\\+types/" },
    },
    {
      name: "routes-are-not-imported",
      severity: "error",
      comment: "React Router loads route modules. What others need of one belongs in a row below.",
      from: { path: "^app/(?!routes[/.]|server\\.ts)" },
      to: { path: "^app/routes/" },
    },
    {
      name: "areas-are-made-together",
      severity: "error",
      comment:
        "Only a process calls the factories of areas, as does the command that runs a job. An area takes what it needs of another as an argument.",
      from: {
        path: "^(app|cli)/",
        pathNot: [
          "^cli/jobs-run\\.ts$",
          "^app/process/create-services\\.server\\.ts$",
          "^app/media/media-services\\.server\\.ts$",
          "\\.test\\.ts$",
        ],
      },
      to: {
        path: "^app/(features|media)/.+-services\\.server\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "browsers-load-nothing-of-http",
      severity: "error",
      comment:
        "app/http is about requests on the server. What components need of it comes from the loader or is in app/frame.",
      from: { path: "^app/(ui|frame|features/.+/view)/.+\\.tsx$" },
      to: { path: "^app/http/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "queries-are-in-features",
      severity: "error",
      comment: "A route or a page asks a feature for what it shows. Put the query there.",
      from: { path: "^app/(routes|pages)/" },
      to: { path: "^(db/schema|node_modules/drizzle-orm)/" },
    },
    {
      name: "commands-are-not-imported",
      severity: "error",
      comment: "What a command and the app both need belongs to a feature.",
      from: { path: "^(app|db)/" },
      to: { path: "^cli/" },
    },
    {
      name: "artwork-is-pure",
      severity: "error",
      comment: "Artwork draws from plain values: no database, no network, no Node.",
      from: { path: "^app/artwork/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^app/artwork/" },
    },
    {
      name: "features-share-the-catalog-and-ports",
      severity: "error",
      comment:
        "A feature imports itself, the catalog features and the port.ts of others. Add what it needs to that port. A user travels as an id; nothing imports accounts.",
      from: { path: "^app/features/([^/]+)/" },
      to: {
        path: "^app/features/(?!$1/)",
        pathNot: [anyCatalogFeature, "^app/features/[^/]+/port\\.ts$"],
      },
    },
    {
      name: "notifications-follow-the-catalog-alone",
      severity: "error",
      comment:
        "Causes record events with addToOutbox, in their own transactions. Notifications import no other feature for them, not even a port. Only what programs are told of entries is described by the watch list's own schemas.",
      from: {
        path: "^app/features/notifications/",
        pathNot: "^app/features/notifications/programs/",
      },
      to: { path: "^app/features/[^/]+/port\\.ts$" },
    },
    ...Object.entries(catalogFeatures).map(([name, below]) => ({
      name: `${name}-imports-lower-catalog-features`,
      severity: "error",
      comment: `Inside the catalog, ${name} may import ${below.join(", ") || "no other feature"}.`,
      from: { path: `^app/features/${name}/` },
      to: {
        path: "^app/features/",
        pathNot: within([name, ...below].map((feature) => `app/features/${feature}`)),
      },
    })),
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

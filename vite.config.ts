import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { sharedShapes } from "./app/http/v8/shared-shapes.ts";
import { fallbackFontRules } from "./scripts/lib/fallback-fonts.mjs";

/** One chunk compresses better than a dozen small ones and takes one request. */
const FRAME = {
  name: "frame",
  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/|\/app\/(?:frame\/(?!later\/)|ui\/(?!theme\/accent-|charts\/|favorite-button|forms\/(?!text-input\.)|paging\/|notice|poster|use-modal|use-reload-while)|i18n\/|pages\/settings\/|root\.tsx|entry\.client)|rolldown\/runtime/,
};

/** The grid and its previews are apart, as Home has rails instead. */
const CATALOG = {
  name: "catalog",
  test: /\/app\/(?:features\/(?:catalog|discovery|listing(?!\/suggest)|title)|media)\/(?!.*(?:anime-grid|cards-by-year|departed-card|episode-still|group-by-year|state-legend|use-card-previews)\.)/,
  minShareCount: 4,
};

/** The grid with its previews, which lists by year have too. */
const GRID = { name: "anime-grid", test: /\/(?:anime-grid|use-card-previews)\./ };

/** What names the people of a title. */
const CREDITS = {
  name: "credits",
  test: /\/credits\/view\/(?:portrait|credit-path)\./,
};

/** The people and songs of a title. */
const CAST = {
  name: "cast",
  test: /\/credits\/view\/(?:cast-list|song-lists|staff-roles|title-credits)\./,
};

/** What pages with episodes know of the viewer's progress. Its parts that others load are apart. */
const PROGRESS = {
  name: "progress",
  test: /\/playback\/(?:progress\/(?:local-progress|use-merged-progress)|view\/episode-state)\./,
};
/** Two small modules that pages of entries share. */
const ENTRIES = {
  name: "entries",
  test: /\/watch-list\/(?:entry-states|view\/entry-editor-path)\./,
};
/** Small modules of several pages, which would otherwise be part of the groups after it. */
const ALONE = ["count-up-form", "field", "format-entry", "submit-select"].map((name) => ({
  name,
  test: new RegExp(`/${name}\\.`),
}));
/** What a title's page has for its user, without what other pages load as well. */
const OWN_TITLE = {
  name: "own-title",
  test: /\/(?:title-tracking|list-control|own-entry|episode-ticks|rewatch-list|own-controls)\./,
};
/** How an entry is scored and edited in place. */
const EDITING = {
  name: "editing",
  test: /\/watch-list\/view\/(?:score-form|score-choices|entry-editor-section|entry-editor-link)\./,
};
/** The controls of a list's entry, with the layout that lists have at first. */
const ENTRY_ROW = { name: "entry-row", test: /\/(?:entry-controls|entry-row|edit-values)\./ };
const PROGRESS_RULES = { name: "progress-rules", test: /\/progress-rules\./ };
/** What icons that are drawn by elements share; many pages have none. */
const LUCIDE = { name: "lucide", test: /\/lucide-react\/dist\/esm\/(?!icons\/)/ };

/** A module is part of the first group that it matches, with what it imports. */
const GROUPS = [
  FRAME,
  ...[LUCIDE, PROGRESS_RULES, CATALOG, GRID, CREDITS, PROGRESS, ENTRIES, CAST],
  ...[...ALONE, EDITING, ENTRY_ROW, OWN_TITLE],
];

/**
 * Packages bundled with what they depend on, as Node would look for that beside the bundle. Not
 * mediabunny: its codecs register themselves with the copy in node_modules. Not React: both its
 * development and its production files would be bundled.
 */
const BUNDLED = withDependencies([
  "@hono/node-server",
  "@lingui/message-utils",
  "@remix-run/headers",
  "@remix-run/multipart-parser",
  "arctic",
  "aws4fetch",
  "bowser",
  "cookie",
  "drizzle-orm",
  "entities",
  "hono",
  "htmlparser2",
  "ical.js",
  "ipaddr.js",
  "lru-cache",
  "lucide-react",
  "multiformats",
  "negotiator",
  "oauth4webapi",
  "postgres",
  "postgres-array",
  "prom-client",
  "react-router",
  "remix-auth",
  "remix-auth-form",
  "remix-auth-oauth2",
  "set-cookie-parser",
  "sirv",
  "zod",
]);

function withDependencies(names: string[]): string[] {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dependencies?: Record<string, string> }>;
  };
  const all = new Set(names);
  for (const name of all)
    for (const [path, { dependencies = {} }] of Object.entries(lock.packages))
      if (path.endsWith(`node_modules/${name}`))
        for (const dependency of Object.keys(dependencies)) all.add(dependency);
  return [...all];
}

/** React Router's package.json exports name its development files only. */
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: productionRouterFile("index.mjs") },
  { find: /^react-router\/dom$/, replacement: productionRouterFile("dom-export.mjs") },
];

function productionRouterFile(name: string): string {
  return join(import.meta.dirname, "node_modules/react-router/dist/production", name);
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    fallbackFonts(),
    asciiServer(),
    sharedShapes(),
    serverPrograms(),
    withoutBrowserPackages(),
    listPackages(),
  ],
  define: { __AKARI_COMMIT__: JSON.stringify(currentCommit()) },
  resolve: {
    tsconfigPaths: true,
    alias: [
      {
        // Asks Google for fonts, and its installation downloads their list.
        find: "lfa-ponyfill",
        replacement: join(
          import.meta.dirname,
          "app/features/playback/player/subtitles/no-remote-fonts.ts",
        ),
      },
      ...(command === "build" ? PRODUCTION_ROUTER : []),
    ],
  },
  // The renderer of subtitles. Its name decides its policy (`app/process/static-files.server.ts`).
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "assets/wasm-[name]-[hash].js" } },
  },
  // Keeps light-dark() and OKLCH: their transpiled fallbacks are larger than the style sheet.
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "edge123", "firefox121", "safari17.5"],
    sourcemap: false,
    // The policy of pages allows no fonts in `data:` URLs.
    assetsInlineLimit: (file) => (file.endsWith(".woff2") ? false : undefined),
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: GROUPS },
          },
        },
      },
    },
    ssr: {
      // Bundled: only what is used of them is parsed at start, from one file instead of hundreds.
      resolve: { noExternal: BUNDLED },
      build: { target: "node20", rollupOptions: { input: "./app/server.ts" } },
    },
  },
}));

/** The commit that is built: of `AKARI_COMMIT`, as in an image, or of the clone; else empty. */
function currentCommit(): string {
  const given = process.env["AKARI_COMMIT"];
  if (given !== undefined && given !== "") return given;
  const options = { cwd: import.meta.dirname, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], options);
  return status === 0 ? stdout.trim() : "";
}

/** Rules that follow from the installed font packages. */
function fallbackFonts(): Plugin {
  return {
    name: "akari:fallback-fonts",
    enforce: "pre",
    // The module of `?url` exports where this stylesheet is.
    load: (id) => (/\/fallback-fonts\.css(?!\?url)/.test(id) ? fallbackFontRules() : null),
  };
}

/** V8 keeps the source in memory, with two bytes per character as soon as one is not Latin-1. */
function asciiServer(): Plugin {
  return {
    name: "akari:ascii-server",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    // The bundler prints chunks again after `renderChunk`.
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === "chunk") output.code = escapeNonAscii(output.code);
    },
  };
}

function escapeNonAscii(code: string): string {
  return code.replace(
    // eslint-disable-next-line no-control-regex
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Entry files of the workers and of the operator's commands, by their name in build/server. */
const SERVER_PROGRAMS = {
  "akari.js": "cli/akari.ts",
  "parse-list-worker.js": "app/features/watch-list/transfer/parse-list-worker.ts",
  "password-worker.js": "app/features/accounts/password/password-worker.mjs",
  "probe-worker.js": "app/media/container/probe-worker.ts",
  "reader-worker.js": "app/media/playback/reader-worker.ts",
  "transform-worker.js": "app/media/images/transform/transform-worker.mjs",
};

/** Bundles programs beside the server, which starts the workers by path. */
function serverPrograms(): Plugin {
  return {
    name: "akari:server-programs",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    buildStart() {
      for (const [fileName, path] of Object.entries(SERVER_PROGRAMS))
        this.emitFile({ type: "chunk", id: join(import.meta.dirname, path), fileName });
    },
  };
}

/** Components load these in the browser only, so that an installation does without them. */
const BROWSER_PACKAGES = ["hls.js", "jassub", "libpgs"];

function withoutBrowserPackages(): Plugin {
  const empty = "\0browser-package";
  return {
    name: "akari:without-browser-packages",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "ssr",
    resolveId: (id) => (BROWSER_PACKAGES.includes(id) ? empty : null),
    load: (id) => (id === empty ? "export default null;" : null),
  };
}

/** Writes the names of the packages that stay in node_modules, for `scripts/package.mjs`. */
function listPackages(): Plugin {
  return {
    name: "akari:list-packages",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    generateBundle(_, bundle) {
      const imported = Object.values(bundle).flatMap((output) =>
        output.type === "chunk" ? [...output.imports, ...output.dynamicImports] : [],
      );
      const packages = imported
        .filter((id) => !(id in bundle) && !isBuiltin(id))
        .map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id);
      this.emitFile({
        type: "asset",
        fileName: "packages.json",
        source: JSON.stringify([...new Set(packages)].sort()),
      });
    },
  };
}

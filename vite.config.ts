import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** What every page needs, in one file: it compresses better than a dozen small ones and takes one request. */
const FRAME = {
  name: "frame",
  test: /node_modules\/(?:react|react-dom|scheduler|react-router|@lingui)\/|\/app\/(?:routes\/site\/(?!save-|words\.)|ui\/(?!charts\/|forms\/(?!field\.)|paging\/|copy-button)|language\/|http\/|root\.tsx|entry\.client)/,
  priority: 2,
};

/** What pages with forms share. */
const FORMS = { name: "forms", test: /\/app\/ui\/forms\/(?!field\.)/, priority: 1 };

/** What most pages about titles share. */
const CATALOG = {
  name: "catalog",
  test: /\/app\/(?:features\/catalog|media)\//,
  minShareCount: 4,
  priority: 1,
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), productionRouter()],
  resolve: { tsconfigPaths: true },
  // The style sheet uses light-dark() and OKLCH as they are: what it would take to spell them out for older browsers is larger than itself.
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "edge123", "firefox121", "safari17.5"],
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [FRAME, FORMS, CATALOG] } } },
      },
    },
    ssr: { build: { target: "node20", rollupOptions: { input: "./app/server.ts" } } },
  },
});

/** What never holds in this app, as constants, so that the code behind it is left out: lazily discovered routes, server components, instrumentation. */
const NEVER_HERE = [
  /(?<!function )\bisFogOfWarEnabled\([^()]*\)/g,
  /(?<!function )\buseIsRSCRouterContext\(\)/g,
  /\binit\.instrumentations(?=\) \{)/g,
];

/** React Router's package names its development files only; those without the warnings lie beside them. What we do not use of them stays out. */
function productionRouter(): Plugin {
  return {
    name: "akari:production-router",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    async resolveId(id, importer, options) {
      if (id !== "react-router" && id !== "react-router/dom") return null;
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
      return resolved === null
        ? null
        : {
            ...resolved,
            id: resolved.id.replace(
              "/react-router/dist/development/",
              "/react-router/dist/production/",
            ),
          };
    },
    transform(code, id) {
      if (
        !id.includes("/react-router/dist/production/") ||
        !code.includes("function isFogOfWarEnabled(")
      )
        return null;
      const unknown = NEVER_HERE.find((pattern) => code.match(pattern) === null);
      if (unknown !== undefined)
        this.error(`React Router has changed: ${String(unknown)} is not in it any more.`);
      return {
        code: NEVER_HERE.reduce((text, pattern) => text.replace(pattern, "false"), code),
        map: null,
      };
    },
  };
}

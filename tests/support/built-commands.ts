import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");
const cli = join(root, "cli");

/**
 * Returns a folder with the operator's commands and the tests' own programs as JavaScript, where
 * node_modules are found: tsx needs 0.5 s of CPU time more for each run.
 */
export async function buildCommands(): Promise<string> {
  const folder = join(root, `node_modules/.cache/akari-commands-${process.pid}`);
  const files = [
    ...readdirSync(cli).flatMap((name) => (/^[a-z-]+\.ts$/.test(name) ? [join(cli, name)] : [])),
    ...[
      "database/embedded-child.ts",
      "jobs/jobs-child.ts",
      "jobs/effects-child.ts",
      "server/commands-child.ts",
    ].map((file) => join(import.meta.dirname, file)),
  ];
  await build({
    root,
    mode: "test",
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { tsconfigPaths: true },
    // The folder of the sources leads to the migrations and the settings.
    define: { "import.meta.dirname": JSON.stringify(cli) },
    build: {
      ssr: true,
      outDir: folder,
      target: "node20",
      rollupOptions: {
        input: files,
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  return folder;
}

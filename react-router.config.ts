import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The manifest is cached with the scripts; lazy discovery would cost every page a request.
  routeDiscovery: { mode: "initial" },
  // The request listener checks the origin first (app/http/request/same-origin).
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: false,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) =>
    omitEndpoints(join(reactRouterConfig.buildDirectory, "client/assets")),
} satisfies Config;

/** Browsers navigate to no endpoint, so the manifest that each page loads goes without them. */
async function omitEndpoints(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-.*\.js$/.test(name)) continue;
    const path = join(assets, name);
    const [, start = "", json = ""] = /^(.*?=)(\{.*\});$/s.exec(await readFile(path, "utf8")) ?? [];
    const manifest = JSON.parse(json) as { routes: Record<string, unknown> };
    const routes = Object.entries(manifest.routes).filter(([id]) => !id.startsWith("api/"));
    const smaller = { ...manifest, routes: Object.fromEntries(routes) };
    await writeFile(path, `${start}${JSON.stringify(smaller)};`);
  }
}

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import type { ServerBuild } from "react-router";
import { withoutResourceRoutes } from "./app/http/pages/page-manifest";

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
    omitResourceRoutes(join(reactRouterConfig.buildDirectory, "client/assets")),
} satisfies Config;

/**
 * Browsers load the manifest with each page and navigate to no endpoint and no file. To them, a
 * missing property means the same as a false one, and they have what the root imports.
 */
async function omitResourceRoutes(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-.*\.js$/.test(name)) continue;
    const path = join(assets, name);
    const [, start = "", json = ""] = /^(.*?=)(\{.*\});$/s.exec(await readFile(path, "utf8")) ?? [];
    const manifest = JSON.parse(json) as ServerBuild["assets"];
    const { root, ...routes } = withoutResourceRoutes(manifest.routes);
    const loaded = new Set(root?.imports);
    for (const route of Object.values(routes))
      route.imports = route.imports?.filter((file) => !loaded.has(file));
    const kept = JSON.stringify({ ...manifest, routes: { root, ...routes } }, (_key, value) =>
      value === false ? undefined : (value as unknown),
    );
    await writeFile(path, `${start}${kept};`);
  }
}

// `npm run dev`: the production process with Vite instead of the build, and a development identity
// provider, unless one is configured or `npm run dev -- --no-provider` is given.
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { createRequestHandler } from "react-router";

const root = fileURLToPath(new URL("..", import.meta.url));
if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = "development";
const settings = fileURLToPath(new URL("../.env", import.meta.url));
if (existsSync(settings)) process.loadEnvFile(settings);

const vite = await createServer({ root, server: { middlewareMode: true } });
/** @type {typeof import("../app/process/run.server")} */
const { runProcess } = await vite.ssrLoadModule("/app/process/run.server.ts");
/** @type {typeof import("../app/config/config.server")} */
const { processConfig } = await vite.ssrLoadModule("/app/config/config.server.ts");

try {
  const namesProvider = Object.entries(process.env).some(
    ([name, value]) => name.startsWith("OAUTH_") && value !== "",
  );
  if (!namesProvider && !process.argv.includes("--no-provider")) await startProvider();
  /** @type {typeof import("../app/http/api/api-routes.server")} */
  const { createApiRoutes } = await vite.ssrLoadModule("/app/http/api/api-routes.server.ts");
  const loadBuild = () => vite.ssrLoadModule("virtual:react-router/server-build");
  await runProcess({
    config: processConfig(),
    root,
    pages: createRequestHandler(loadBuild, "development"),
    apiRoutes: createApiRoutes((await loadBuild()).routes),
    staticFiles: (request, response, next) => vite.middlewares(request, response, next),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await vite.close();
  process.exit(1);
}

async function startProvider() {
  /** @type {typeof import("./support/openid-provider/development")} */
  const { startDevelopmentProvider } = await vite.ssrLoadModule(
    "/scripts/support/openid-provider/development.ts",
  );
  const provider = await startDevelopmentProvider(process.env.PORT || "3000");
  // Its avatars are served from this machine.
  const allowed = [process.env.OUTBOUND_ALLOW, new URL(provider.issuer).host]
    .filter(Boolean)
    .join(",");
  Object.assign(process.env, provider.environment, { OUTBOUND_ALLOW: allowed });
  process.stdout.write(
    `An identity provider for development runs at ${provider.issuer}: "Continue with ${provider.environment.OAUTH_NAME}" on the sign-in page.\n`,
  );
}

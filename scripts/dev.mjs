// `npm run dev`: the same process as in production, with Vite in place of the build.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { createRequestHandler } from "react-router";

const root = fileURLToPath(new URL("..", import.meta.url));
if (process.env.NODE_ENV === undefined) process.env.NODE_ENV = "development";

const vite = await createServer({ root, server: { middlewareMode: true } });
/** @type {typeof import("../app/process/run.server")} */
const { runProcess } = await vite.ssrLoadModule("/app/process/run.server.ts");
/** @type {typeof import("../app/config/config.server")} */
const { processConfig } = await vite.ssrLoadModule("/app/config/config.server.ts");

try {
  await runProcess({
    config: processConfig(),
    root,
    pages: createRequestHandler(() => vite.ssrLoadModule("virtual:react-router/server-build"), "development"),
    staticFiles: (request, response, next) => vite.middlewares(request, response, next),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await vite.close();
  process.exit(1);
}

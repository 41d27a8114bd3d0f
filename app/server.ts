import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import { errorCode } from "~/errors/error-code";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";
import { ConfigError, processConfig } from "~/config/config.server";
import { createApiRoutes } from "~/http/api/api-routes.server";
import { withoutResourceRoutes } from "~/http/pages/page-manifest";
import { createPageRoutes } from "~/http/pages/page-routes";
import { projectRoot } from "~/config/project-root";
import { runProcess } from "./process/run.server";
import { createStaticFiles } from "./process/static-files.server";

async function main(): Promise<void> {
  try {
    const root = projectRoot();
    const assets = { ...build.assets, routes: withoutResourceRoutes(build.assets.routes) };
    await runProcess({
      config: processConfig(),
      root,
      pages: createRequestHandler({ ...build, assets }, "production"),
      pageRoutes: createPageRoutes(build.routes),
      apiRoutes: createApiRoutes(build.routes),
      staticFiles: createStaticFiles(join(root, "build/client")),
    });
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}`;
  if (["ENOSPC", "EDQUOT"].includes(errorCode(error)))
    return `There is no space left on the disk of DATA_DIR: free some and start again (${errorMessage(error)}).`;
  return error instanceof DrizzleQueryError ? rootErrorMessage(error) : errorMessage(error);
}

if (import.meta.env.PROD) await main();

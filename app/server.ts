import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DrizzleQueryError } from "drizzle-orm";
import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import { errorCode } from "~/errors/error-code";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";
import { ConfigError, processConfig } from "~/config/config.server";
import { runProcess } from "./process/run.server";
import { createStaticFiles } from "./process/static-files.server";

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

async function main(): Promise<void> {
  try {
    const root = projectRoot();
    const handler = createRequestHandler(build, "production");
    await runProcess({
      config: processConfig(),
      root,
      pages: handler,
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

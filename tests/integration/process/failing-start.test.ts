// @module-tag rest
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig, type Config } from "~/config/config.server";
import { createPageRoutes } from "~/http/pages/page-routes";
import { createLog } from "~/observability/log.server";
import { startProcess } from "~/process/start-process.server";
import { runningPostmaster } from "~db/embedded/postmaster.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { getFreePort } from "../../../scripts/support/free-port";

const FAILURES: [string, (config: Config) => Partial<Config>][] = [
  ["tracing", () => ({ tracing: { endpoint: "no address" as unknown as URL } })],
  [
    "the services",
    ({ dataDir }) => {
      mkdirSync(join(dataDir, "session-secret"));
      return {};
    },
  ],
];

it.each(FAILURES)("a start that fails at %s leaves nothing open", async (_part, breakConfig) => {
  const dataDir = createDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const port = await getFreePort();
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1" });
  await expect(
    startProcess({
      config: { ...config, ...breakConfig(config) },
      root: process.cwd(),
      pages: () => Promise.reject(new Error("No page is asked for.")),
      pageRoutes: createPageRoutes({}),
      staticFiles: (_request, _response, next) => next(),
      log: createLog("silent"),
    }),
  ).rejects.toThrow(/Invalid URL|EISDIR/);
  expect(runningPostmaster(join(dataDir, "postgres"))).toBeNull();
  const next = createServer().listen(port, "127.0.0.1");
  await once(next, "listening");
  next.close();
});

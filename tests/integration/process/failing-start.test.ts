// @module-tag rest
import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, expect, it } from "vitest";
import { loadConfig, type Config } from "~/config/config.server";
import { createApiRoutes } from "~/http/api/api-routes.server";
import { createPageRoutes } from "~/http/pages/page-routes";
import { createLog } from "~/observability/log.server";
import { createRecentErrors } from "~/observability/recent-errors";
import { startProcess } from "~/process/start-process.server";
import { createDataDir, removeDataDir, runningDatabases } from "../../../scripts/support/data-dir";
import { getFreePort } from "../../../scripts/support/free-port";

/** The first start fills it; the others start its database only. */
const dataDir = createDataDir();
afterAll(() => removeDataDir(dataDir));

function withoutSetting<Part extends object>(part: Part, name: keyof Part): Part {
  return Object.defineProperty({ ...part }, name, {
    get() {
      throw new Error(`no ${String(name)}`);
    },
  });
}

/** Each part of a start with a setting that no other part reads. */
const FAILURES: [part: string, error: string, breakConfig: (config: Config) => Config][] = [
  [
    "tracing",
    "Invalid URL",
    (config) => ({ ...config, tracing: { endpoint: "no address" as unknown as URL } }),
  ],
  ["the caches", "no cacheBytes", (config) => withoutSetting(config, "cacheBytes")],
  ["the sessions", "no session", (config) => withoutSetting(config, "session")],
  ["the media", "no storage", (config) => withoutSetting(config, "storage")],
  [
    "playback",
    "no rooms",
    (config) => ({ ...config, clientLimits: withoutSetting(config.clientLimits, "rooms") }),
  ],
  ["the site's settings", "no signUps", (config) => withoutSetting(config, "signUps")],
  ["the mailer", "no mail", (config) => withoutSetting(config, "mail")],
  ["the accounts", "no oauthClients", (config) => withoutSetting(config, "oauthClients")],
  ["the uploads", "no uploads", (config) => withoutSetting(config, "uploads")],
];

it.each(FAILURES)("a start that fails at %s leaves nothing open", async (_, error, breakConfig) => {
  const port = await getFreePort();
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1" });
  await expect(
    startProcess({
      config: breakConfig(config),
      root: process.cwd(),
      pages: () => Promise.reject(new Error("No page is asked for.")),
      pageRoutes: createPageRoutes({}),
      apiRoutes: createApiRoutes({}),
      staticFiles: (_request, _response, next) => next(),
      log: createLog("silent"),
      recentErrors: createRecentErrors(),
      onStep: () => undefined,
    }),
  ).rejects.toThrow(error);
  expect(runningDatabases(dataDir)).toEqual([]);
  const next = createServer().listen(port, "127.0.0.1");
  await once(next, "listening");
  next.close();
});

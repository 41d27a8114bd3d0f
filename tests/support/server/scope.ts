import { loadConfig } from "~/config/config.server";
import { serverWords } from "~/language/catalogs.server";
import { createLog } from "~/observability/log.server";
import { createServices } from "~/services.server";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import type { RequestScope } from "~/http/context";

/**
 * A request's scope for tests, from settings and a database. The default database is an address where nobody listens, so a test that
 * should not need one fails loudly when it does.
 */
export function testScope(
  environment: Record<string, string> = {},
  database: DatabaseClient = openDatabase("postgres://127.0.0.1:1/none"),
): RequestScope {
  const config = loadConfig({
    SESSION_SECRET: "a secret for tests only",
    BCRYPT_COST: "10",
    ...environment,
  });
  return {
    services: createServices({
      config,
      root: process.cwd(),
      log: createLog("silent"),
      database,
      isMigrated: () => true,
    }),
    requestId: "test",
    clientKey: "192.0.2.1",
    clientAddress: "192.0.2.1",
    secure: false,
    origin: "http://akari.test",
    nonce: "test",
    byScript: false,
    words: serverWords("en"),
    headers: {},
  };
}

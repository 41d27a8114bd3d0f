import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { loadConfig } from "~/config/config.server";
import {
  i18nContext,
  nonceContext,
  requestContext,
  responseHeadersContext,
  type RequestMetadata,
  visitorSettingsContext,
} from "~/http/context";
import { DEFAULT_VISITOR_SETTINGS, type VisitorSettings } from "~/pages/viewer/visitor-settings";
import { serverI18n } from "~/i18n/i18n.server";
import { createPasswordHasher } from "~/features/accounts/password/password-hasher.server";
import { createListParser } from "~/features/watch-list/transfer/list-parser.server";
import { createLog } from "~/observability/log.server";
import type { AppServices } from "~/process/app-services";
import { createServices } from "~/process/create-services.server";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { sharedValues } from "~/process/shared-values";

/** Settings allow a cost of 10 and more, which most tests would only wait for. */
const hasher = createPasswordHasher({
  workerFile: join(process.cwd(), "app/features/accounts/password/password-worker.mjs"),
  cost: 4,
});

/** One for all services, as a worker of each would compile its modules again. */
const listParser = createListParser({
  workerFile: join(process.cwd(), "app/features/watch-list/transfer/parse-list-worker.dev.mjs"),
  onError: () => undefined,
  timeoutMs: 120_000,
});

/**
 * The default database refuses connections, so an unexpected query fails. Passwords are hashed
 * cheaply, unless BCRYPT_COST is set.
 */
export function createTestServices(
  environment: Record<string, string> = {},
  database: DatabaseClient = openDatabase("postgres://127.0.0.1:1/none"),
): AppServices {
  const config = loadConfig({
    SESSION_SECRET: "a secret for tests only",
    ...environment,
  });
  const services = createServices({
    config,
    root: process.cwd(),
    log: createLog("silent"),
    database,
    isMigrated: () => true,
    // A busy machine would serve artwork for an image, and convert neither images nor films.
    imageTimeouts: { titleMs: 120_000, fetchMs: 60_000, transformMs: 120_000 },
    playerTimeouts: { encoderTestMs: 60_000, scanWaitMs: 60_000 },
  });
  const watchList = { ...services.watchList, listParser };
  return "BCRYPT_COST" in environment
    ? { ...services, watchList }
    : {
        ...services,
        watchList: { ...services.watchList, listParser },
        accounts: { ...services.accounts, hasher },
      };
}

interface ContextOptions {
  metadata?: Partial<RequestMetadata>;
  visitor?: Partial<VisitorSettings>;
}

/** Creates the context that the root middleware leaves. */
export function createTestContext(
  services: AppServices,
  { metadata = {}, visitor = {} }: ContextOptions = {},
): RouterContextProvider {
  const context = new RouterContextProvider();
  for (const [key, value] of sharedValues(services)) context.set(key, value);
  context.set(requestContext, {
    requestId: "test",
    clientIp: "192.0.2.1",
    clientKey: "192.0.2.1",
    secure: false,
    origin: "http://akari.test",
    isDataRequest: false,
    clientSignal: () => new AbortController().signal,
    ...metadata,
  });
  context.set(responseHeadersContext, {});
  context.set(nonceContext, "test");
  context.set(i18nContext, serverI18n("en"));
  context.set(visitorSettingsContext, { ...DEFAULT_VISITOR_SETTINGS, ...visitor });
  return context;
}

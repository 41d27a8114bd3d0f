import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { parseTrustedProxies } from "~/http/request/client-ip.server";
import type { Services } from "~/http/context";
import type { AppServices } from "~/process/app-services";
import type { Endpoint } from "~/http/api/endpoint";
import type { PageRoutes } from "~/http/pages/page-routes";
import { createHttpServer, HTTP_LIMITS } from "~/process/http-server.server";
import { createRequestListener, type PageHandler } from "~/process/request-listener.server";
import type { StartStep } from "~/process/start-progress";
import type { ReaderLimits } from "~/process/reader-watch.server";
import type { DatabaseClient } from "~db/client.server";
import { apiRoutes, createTestApiRoutes } from "./api-routes";
import { createTestServices } from "./context";

interface Options {
  /** Endpoints by path that replace the whole API. */
  endpoints?: Readonly<Record<string, Endpoint>>;
  pages?: PageHandler;
  environment?: Record<string, string>;
  database?: DatabaseClient;
  isDraining?: () => boolean;
  startStep?: () => StartStep | null;
  readerLimits?: ReaderLimits;
  /** Overrides limits of the product. */
  httpLimits?: Partial<Record<keyof typeof HTTP_LIMITS, number>>;
  services?: Partial<Services>;
  pageRoutes?: PageRoutes;
}

export async function startProcess(
  options: Options = {},
): Promise<{ port: number; origin: string; server: Server; services: AppServices }> {
  const built = createTestServices(options.environment, options.database);
  const services = {
    ...built,
    shared: { ...built.shared, ...options.services },
    pageRoutes: options.pageRoutes ?? built.pageRoutes,
    apiRoutes: options.endpoints ? createTestApiRoutes(options.endpoints) : apiRoutes,
  };
  const server = createHttpServer(
    createRequestListener({
      services,
      pages:
        options.pages ??
        (() =>
          Promise.resolve(
            new Response("<p>page</p>", { headers: { "content-type": "text/html" } }),
          )),
      staticFiles: (_request, _response, next) => next(),
      isTrustedProxy: parseTrustedProxies(services.shared.config.server.trustedProxies),
      isDraining: options.isDraining ?? (() => false),
      ...(options.startStep && { startStep: options.startStep }),
      ...(options.readerLimits && { readerLimits: options.readerLimits }),
    }),
    { ...HTTP_LIMITS, ...options.httpLimits },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, server, services };
}

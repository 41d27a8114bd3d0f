import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createApiDispatcher } from "~/http/api/api-dispatcher.server";
import { trustedProxies } from "~/http/request/client-address.server";
import type { Endpoint } from "~/http/api/endpoint";
import { createHttpServer } from "~/process/http-server.server";
import { createRequestListener, type PageHandler } from "~/process/request-listener.server";
import type { DatabaseClient } from "~db/client.server";
import { testScope } from "./scope";

interface Options {
  endpoints?: readonly Endpoint[];
  pages?: PageHandler;
  environment?: Record<string, string>;
  database?: DatabaseClient;
  isDraining?: () => boolean;
}

/** A listening process with the given endpoints and pages, on a free port of loopback; it ends with the test. */
export async function listeningProcess(
  options: Options = {},
): Promise<{ port: number; origin: string; server: Server }> {
  const { services } = testScope(options.environment, options.database);
  const server = createHttpServer(
    createRequestListener({
      services,
      api: createApiDispatcher(options.endpoints ?? []),
      pages:
        options.pages ??
        (() =>
          Promise.resolve(
            new Response("<p>page</p>", { headers: { "content-type": "text/html" } }),
          )),
      staticFiles: (_request, _response, next) => next(),
      trustsProxy: trustedProxies(services.config.server.trustedProxies),
      isDraining: options.isDraining ?? (() => false),
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, server };
}

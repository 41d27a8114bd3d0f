// The whole process as production runs it, but for the pages and the database, which streams do not need.
import { trustedProxies } from "~/http/request/client-address.server";
import { letHeapGrow } from "~/process/heap-growth.server";
import { createHttpServer, listen } from "~/process/http-server.server";
import { createRequestListener } from "~/process/request-listener.server";
import { api } from "~/routes/api/endpoints.server";
import { testScope } from "../../tests/support/server/scope";

letHeapGrow();
const [port = "", origin = ""] = process.argv.slice(2);
const { services } = testScope({
  NODE_ENV: "production",
  OUTBOUND_ALLOW: new URL(origin).host,
  RATE_LIMITS: "videoProxy=999999999/60",
});
const server = createHttpServer(
  createRequestListener({
    services,
    api,
    pages: () => Promise.resolve(new Response(null, { status: 404 })),
    staticFiles: (_request, _response, next) => next(),
    trustsProxy: trustedProxies([]),
    isDraining: () => false,
  }),
);
await listen(server, Number(port), "127.0.0.1");
process.stdout.write("ready\n");

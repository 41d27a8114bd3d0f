// The production process without pages and database.
import { loadConfig } from "~/config/config.server";
import { parseTrustedProxies } from "~/http/request/client-ip.server";
import { setV8Flags } from "~/http/v8/flags.server";
import { createHttpServer, listen } from "~/process/http-server.server";
import { createRequestListener } from "~/process/request-listener.server";
import { createApiRoutes } from "~/http/api/api-routes.server";
import * as videoProxy from "~/routes/api/media/video-proxy";
import { createLog } from "~/observability/log.server";
import { createServices } from "~/process/create-services.server";
import { openDatabase } from "~db/client.server";

setV8Flags();
const { PORT: port = "", ORIGIN: origin = "" } = process.env;
const services = createServices({
  config: loadConfig({
    NODE_ENV: "production",
    OUTBOUND_ALLOW: new URL(origin).host,
    RATE_LIMITS: "videoProxy=999999999/60",
    CLIENT_LIMITS: "streams=1024",
    SESSION_SECRET: "a secret for benchmarks only",
  }),
  root: process.cwd(),
  log: createLog("silent"),
  database: openDatabase("postgres://127.0.0.1:1/none"),
  isMigrated: () => true,
  apiRoutes: createApiRoutes({
    videoProxy: { id: "videoProxy", path: "api/videoProxy", module: videoProxy },
  }),
});
const server = createHttpServer(
  createRequestListener({
    services,
    pages: () => Promise.resolve(new Response(null, { status: 404 })),
    staticFiles: (_request, _response, next) => next(),
    isTrustedProxy: parseTrustedProxies([]),
    isDraining: () => false,
  }),
);
await listen(server, Number(port), "127.0.0.1");

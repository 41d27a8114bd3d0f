// Prints how many bytes of each request became old. In a process of its own, as other tests' work
// would count too. Needs `--expose-gc`.
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { getHeapSpaceStatistics } from "node:v8";
import { createApiRoutes } from "~/http/api/api-routes.server";
import { resource } from "~/http/api/resource.server";
import { markComplete } from "~/http/response/cache/complete-response.server";
import { prepareHead } from "~/http/v8/prepared-headers.server";
import { createHttpServer } from "~/process/http-server.server";
import { createRequestListener } from "~/process/request-listener.server";
import { setV8Flags } from "~/http/v8/flags.server";
import { createTestServices } from "./context";

const REQUESTS = 4_000;
const REQUEST = "GET /api/short HTTP/1.1\r\nHost: akari.test\r\n\r\n";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Two bytes",
      description: "For tests.",
      tags: ["Tests"],
      responses: {},
      handle: () =>
        markComplete(new Response("{}", { headers: prepareHead({ "content-length": "2" }) })),
    },
  },
});
const apiRoutes = createApiRoutes({
  short: { id: "short", path: "api/short", module: { loader: endpoint, action: endpoint } },
});

setV8Flags();
const server = createHttpServer(
  createRequestListener({
    services: { ...createTestServices(), apiRoutes },
    pages: () => Promise.resolve(new Response(null, { status: 404 })),
    staticFiles: (_request, _response, next) => next(),
    isTrustedProxy: () => false,
    isDraining: () => false,
  }),
);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

/** One after another, on one connection. */
async function sendAll(): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  for (let left = REQUESTS; left > 0; left -= 1) {
    socket.write(REQUEST);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    if (!bytes.includes("HTTP/1.1 200")) throw new Error(bytes.toString());
  }
  socket.destroy();
}

/** Two collections make old what survives them. */
function oldBytes(): number {
  for (let round = 0; round < 4; round += 1) gc?.({ type: "minor" });
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space");
  return old?.space_used_size ?? NaN;
}

await sendAll();
gc?.();
const before = oldBytes();
await sendAll();
process.stdout.write(String((oldBytes() - before) / REQUESTS));
process.exit();

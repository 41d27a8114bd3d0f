import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Someone else's server, on a socket of its own, that does exactly what a test tells it to. */
export interface MediaOrigin {
  url: string;
  port: number;
  /** `host:port`, as `OUTBOUND_ALLOW` takes it. */
  host: string;
  /** Every request so far, oldest first. */
  requests: IncomingMessage[];
  /** Connections taken so far, and those that are open now. */
  connections: { taken: number; open: number };
  /** Resolves when that many connections are open. */
  openConnections(count: number): Promise<void>;
}

type Answers = Record<string, (request: IncomingMessage, response: ServerResponse) => void>;

interface Options {
  host?: string;
  port?: number;
  /** PEM texts: makes it an https server. */
  tls?: { key: string; cert: string };
}

/** Starts an origin that answers by path; an unknown path is 404. It ends with the test, connections and all. */
export async function mediaOrigin(
  answers: Answers | RequestListener,
  { host = "127.0.0.1", port = 0, tls }: Options = {},
): Promise<MediaOrigin> {
  const requests: IncomingMessage[] = [];
  const connections = { taken: 0, open: 0 };
  const sockets = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    if (typeof answers === "function") return void answers(request, response);
    const answer = answers[new URL(request.url ?? "/", "http://origin").pathname];
    if (answer === undefined)
      response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
    else answer(request, response);
  };
  const server: Server =
    tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const changed = new Set<() => void>();
  server.on("connection", (socket: Socket) => {
    connections.taken += 1;
    connections.open += 1;
    sockets.add(socket);
    for (const look of changed) look();
    socket.on("error", () => undefined);
    socket.once("close", () => {
      connections.open -= 1;
      sockets.delete(socket);
      for (const look of changed) look();
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address() as AddressInfo;
  const printable = host.includes(":") ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? "http" : "https"}://${printable}:${address.port}`,
    port: address.port,
    host: `${printable}:${address.port}`,
    requests,
    connections,
    openConnections: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (connections.open !== count) return;
          changed.delete(look);
          resolve();
        };
        changed.add(look);
        look();
      }),
  };
}

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

export interface MediaOrigin {
  url: string;
  port: number;
  /** The origin as `host:port`, as in `OUTBOUND_ALLOW`. */
  host: string;
  requests: IncomingMessage[];
  connections: { accepted: number; open: number };
  waitForConnections(count: number): Promise<void>;
  /** Stops before the test ends; later connections are refused. */
  stop(): Promise<void>;
}

type Handlers = Record<string, (request: IncomingMessage, response: ServerResponse) => void>;

interface Options {
  host?: string;
  port?: number;
  /** Key and certificate as PEM, to serve HTTPS. */
  tls?: { key: string; cert: string };
}

/** Responds with 404 to other paths. Stops with the test. */
export async function startMediaOrigin(
  handlers: Handlers | RequestListener,
  { host = "127.0.0.1", port = 0, tls }: Options = {},
): Promise<MediaOrigin> {
  const requests: IncomingMessage[] = [];
  const connections = { accepted: 0, open: 0 };
  const sockets = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    if (typeof handlers === "function") return void handlers(request, response);
    const handler = handlers[new URL(request.url ?? "/", "http://origin").pathname];
    if (handler === undefined)
      response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
    else handler(request, response);
  };
  const server: Server =
    tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const changed = new Set<() => void>();
  server.on("connection", (socket: Socket) => {
    connections.accepted += 1;
    connections.open += 1;
    sockets.add(socket);
    for (const check of changed) check();
    socket.on("error", () => undefined);
    socket.once("close", () => {
      connections.open -= 1;
      sockets.delete(socket);
      for (const check of changed) check();
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  onTestFinished(() => void stop());
  const address = server.address() as AddressInfo;
  const printable = host.includes(":") ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? "http" : "https"}://${printable}:${address.port}`,
    port: address.port,
    host: `${printable}:${address.port}`,
    requests,
    connections,
    stop,
    waitForConnections: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (connections.open !== count) return;
          changed.delete(check);
          resolve();
        };
        changed.add(check);
        check();
      }),
  };
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientKey, unmapIpv4, type IsTrustedProxy } from "~/http/request/client-ip.server";

interface ConnectionLimitOptions {
  perClient: number;
  /** A proxy's connections carry many clients. */
  isTrustedProxy: IsTrustedProxy;
}

interface ClientConnections {
  open: number;
  idle: Set<Socket>;
}

/** Closes the client's longest idle one, or the new one when all are in use. */
export function limitConnections(
  server: Server,
  { perClient, isTrustedProxy }: ConnectionLimitOptions,
): void {
  const clients = new Map<string, ClientConnections>();
  const clientOf = new WeakMap<Socket, ClientConnections>();

  server.on("connection", (socket: Socket) => {
    const address = unmapIpv4(socket.remoteAddress ?? "");
    if (isTrustedProxy(address)) return;
    const key = clientKey(address);
    const client = clients.get(key) ?? { open: 0, idle: new Set() };
    clients.set(key, client);
    clientOf.set(socket, client);
    client.open += 1;
    socket.once("close", () => {
      client.open -= 1;
      client.idle.delete(socket);
      if (client.open === 0) clients.delete(key);
    });
    if (client.open > perClient) {
      const [longestIdle = socket] = client.idle;
      client.idle.delete(longestIdle);
      longestIdle.destroy();
    }
    if (!socket.destroyed) client.idle.add(socket);
  });
  // The request listener may respond at once.
  server.prependListener("request", ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const client = clientOf.get(socket);
    if (client === undefined) return;
    client.idle.delete(socket);
    outgoing.on("close", becomeIdle);
  });

  // One function for all: a closure and its `once` cost as much as the rest of this file.
  function becomeIdle(this: ServerResponse): void {
    const { socket } = this.req;
    if (!socket.destroyed) clientOf.get(socket)?.idle.add(socket);
  }
}

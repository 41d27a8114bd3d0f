import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawOrigin {
  url: string;
  host: string;
  connections: number;
}

/** Calls `respond` with each chunk; a small request is one chunk. */
export async function startRawOrigin(
  respond: (socket: Socket, count: number, request: string) => void,
): Promise<RawOrigin> {
  const origin: RawOrigin = { url: "", host: "", connections: 0 };
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    origin.connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    socket.on("data", (data) => respond(socket, (count += 1), data.toString("latin1")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  origin.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin.url = `http://${origin.host}`;
  return origin;
}

import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range that systems take outgoing ports from. */
const RESTART_PORTS = { first: 20_000, count: 10_000 };

export async function getFreePort(): Promise<number> {
  const port = await probe(0);
  if (port === null) throw new Error("no port is free");
  return port;
}

/** No outgoing connection takes it while the server on it restarts. */
export async function getRestartPort(): Promise<number> {
  for (;;) {
    const { first, count } = RESTART_PORTS;
    const port = await probe(first + Math.floor(Math.random() * count));
    if (port !== null) return port;
  }
}

/** Null when the port is taken. */
async function probe(port: number): Promise<number | null> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return null;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? null) : null;
}

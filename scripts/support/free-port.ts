import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Ports below the range that systems take outgoing ports from, so that no connection of another
 * test takes the port before its server listens, or while that server restarts.
 */
const PORTS = { first: 20_000, count: 12_000 };

export async function getFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import type { TestDatabase } from "./test-database";

export interface TlsFront {
  port: number;
  /** Names in the clients' certificates, in order. */
  clientNames: string[];
  /** Connections that clients begin in plain text. */
  plainStarts: () => number;
}

interface Options {
  key: string;
  cert: string;
  asksClients?: boolean;
}

/** Ends TLS before the database as managed services do, and lets plain connections through. */
export async function startTlsFront(
  { host, port }: TestDatabase["options"],
  { key, cert, asksClients = false }: Options,
): Promise<TlsFront> {
  const secureContext = createSecureContext({ key, cert });
  const sockets = new Set<Socket>();
  const clientNames: string[] = [];
  let plainStarts = 0;
  const join = (near: Socket, first?: Buffer) => {
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.add(far);
    if (first !== undefined) far.write(first);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  };
  const server = createServer((near) => {
    sockets.add(near);
    near.once("data", (first) => {
      // SSLRequest, section 54.7 of PostgreSQL's manual.
      if (first.length !== 8 || first.readUInt32BE(4) !== 80_877_103) {
        plainStarts += 1;
        return join(near, first);
      }
      near.write("S");
      const secure = new TLSSocket(near, {
        isServer: true,
        secureContext,
        requestCert: asksClients,
        rejectUnauthorized: false,
      });
      secure.on("error", () => near.destroy());
      secure.once("secure", () => {
        if (asksClients) clientNames.push(String(secure.getPeerCertificate().subject.CN));
        join(secure);
      });
    });
    near.on("error", () => undefined);
  });
  server.listen(0);
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  const { port: ownPort } = server.address() as AddressInfo;
  return { port: ownPort, clientNames, plainStarts: () => plainStarts };
}

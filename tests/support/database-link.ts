import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "./built-server";
import type { TestDatabase } from "./test-database";

/** The network between a program and its database, which a test can take away and bring back. */
export interface DatabaseLink {
  /** What a program is given as DATABASE_URL. */
  url: string;
  open(): Promise<void>;
  /** Ends every connection at once and refuses new ones. */
  cut(): Promise<void>;
}

/** A way to the test database over a port of loopback; closed at first. */
export async function databaseLink({ options }: TestDatabase): Promise<DatabaseLink> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const upstream = () =>
    options.host.startsWith("/") ? connect(`${options.host}/.s.PGSQL.${options.port}`) : connect(options.port, options.host);

  const link: DatabaseLink = {
    url: `postgres://${encodeURIComponent(options.user)}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${options.database}`,
    async open() {
      server = createServer((near) => {
        const far = upstream();
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(from);
          from.pipe(to);
          from.on("error", () => to.destroy()).on("close", () => {
            sockets.delete(from);
            to.destroy();
          });
        }
      }).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async cut() {
      const closing = server;
      server = null;
      closing?.close();
      for (const socket of sockets) socket.destroy();
      if (closing !== null) await once(closing, "close");
    },
  };
  onTestFinished(() => link.cut());
  return link;
}

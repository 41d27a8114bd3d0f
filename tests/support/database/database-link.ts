import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { onTestFinished } from "vitest";
import { startBuiltServer, type BuiltServer } from "../server/built-server";
import { freePort } from "../server/free-port";
import { makeDataDir, removeDataDir } from "./data-dir";
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
    options.host.startsWith("/")
      ? connect(`${options.host}/.s.PGSQL.${options.port}`)
      : connect(options.port, options.host);

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
          from
            .on("error", () => to.destroy())
            .on("close", () => {
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

/** The built server on a database of its own behind such a way, closed at first; and a connection to the database beside it. Both end with the test. */
export async function linkedServer(
  { options, ...client }: TestDatabase,
  environment: Record<string, string> = {},
): Promise<{
  server: BuiltServer;
  link: DatabaseLink;
  sql: postgres.Sql;
  restart: () => Promise<BuiltServer>;
}> {
  const database = `akari_link_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres({ ...options, max: 1, onnotice: () => undefined });
  await admin`create database ${admin(database)}`;
  const own = { ...options, database };
  const sql = postgres({
    ...own,
    max: 2,
    onnotice: () => undefined,
    connection: { application_name: "outsider" },
  });
  const dataDir = makeDataDir();
  const link = await databaseLink({ ...client, options: own });
  const port = String(await freePort());
  const start = () =>
    startBuiltServer({
      DATA_DIR: dataDir,
      DATABASE_URL: link.url,
      PORT: port,
      SESSION_SECRET: "a-secret-for-this-test-alone-0123456789",
      ...environment,
    });
  let server = await start();
  onTestFinished(async () => {
    server.signal("SIGKILL");
    await server.ended;
    await sql.end({ timeout: 1 });
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and usename = current_user`;
    await admin`drop database if exists ${admin(database)}`;
    await admin.end({ timeout: 1 });
    await removeDataDir(dataDir);
  });
  return { server, link, sql, restart: async () => (server = await start()) };
}

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { onTestFinished } from "vitest";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { getFreePort } from "../../../scripts/support/free-port";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { STARTER_TEMPLATE } from "./templates";
import type { TestDatabase } from "./test-database";

/** A TCP proxy before the database that can fail. */
export interface DatabaseLink {
  /** Leads through the proxy. */
  url: string;
  open(): Promise<void>;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Drops all data in both directions, like a network without a route. */
  silence(): void;
  /** Accepts connections again; silenced ones stay silent. */
  resume(): void;
}

/** Creates a link that is closed at first. */
export async function createDatabaseLink({
  options,
}: Pick<TestDatabase, "options">): Promise<DatabaseLink> {
  const port = await getFreePort();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let isSilent = false;
  const upstream = () =>
    options.host.startsWith("/")
      ? connect(`${options.host}/.s.PGSQL.${options.port}`)
      : connect(options.port, options.host);

  const link: DatabaseLink = {
    url: `postgres://${encodeURIComponent(options.user)}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${options.database}`,
    async open() {
      server = createServer((near) => {
        sockets.add(near);
        near.on("error", () => undefined).on("close", () => sockets.delete(near));
        if (isSilent) return void near.resume();
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
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    resume() {
      isSilent = false;
    },
  };
  onTestFinished(() => link.cut());
  return link;
}

/** The built server behind such a proxy, and a direct connection to its database. */
export async function startLinkedServer(
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
  await admin`CREATE DATABASE ${admin(database)} TEMPLATE ${admin(STARTER_TEMPLATE)}`;
  const own = { ...options, database };
  const sql = postgres({
    ...own,
    max: 2,
    onnotice: () => undefined,
    connection: { application_name: "outsider" },
  });
  const dataDir = createDataDir();
  const link = await createDatabaseLink({ ...client, options: own });
  const port = String(await getFreePort());
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
    await server.exited;
    await sql.end({ timeout: 1 });
    await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${database} AND usename = current_user`;
    await admin`DROP DATABASE IF EXISTS ${admin(database)}`;
    await admin.end({ timeout: 1 });
    await removeDataDir(dataDir);
  });
  return { server, link, sql, restart: async () => (server = await start()) };
}

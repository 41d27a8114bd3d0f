import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getFreePort } from "../../../scripts/support/free-port";
import { endProgram, findProgram } from "../programs";

/** The program; undefined where there is none. */
export const PGBOUNCER = findProgram("pgbouncer");

export interface Pooler {
  url: string;
  readonly pid: number;
  /** SIGKILL: all connections end. */
  kill(): Promise<void>;
  /** Starts again on the same port. */
  start(): Promise<void>;
}

export interface PoolerOptions {
  /** Connections of the database. */
  size?: number;
  changeConfig?: (config: string) => string;
}

interface PoolerTarget {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Runs the configuration of `deploy`, but with two connections of this database. */
export async function launchPgBouncer(
  { host, port, user, password, database }: PoolerTarget,
  { size = 2, changeConfig = (config) => config }: PoolerOptions = {},
): Promise<Pooler & { end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "akari-pgbouncer-"));
  chmodSync(folder, 0o755);
  const listenPort = await getFreePort();
  const users = join(folder, "userlist.txt");
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${user}" "${password}"\n`);
  const shipped = readFileSync(join(import.meta.dirname, "../../../deploy/pgbouncer.ini"), "utf8");
  writeFileSync(
    config,
    changeConfig(
      `${shipped}unix_socket_dir =\n`
        .replace(
          "akari = host=postgres port=5432 dbname=akari",
          `akari = host=${host} port=${port} dbname=${database}`,
        )
        .replace("listen_addr = *", "listen_addr = 127.0.0.1")
        .replace("listen_port = 6432", `listen_port = ${listenPort}`)
        .replace("/etc/pgbouncer/userlist.txt", users)
        .replace("default_pool_size = 20", `default_pool_size = ${size}`),
    ),
  );
  let child: ChildProcess | null = null;
  const kill = async () => {
    if (child !== null) await endProgram(child, "SIGKILL");
  };
  const pooler = {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${listenPort}/akari`,
    get pid() {
      return child?.pid ?? 0;
    },
    kill,
    async start() {
      // It refuses to run as root.
      const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
      child = spawn(PGBOUNCER ?? "pgbouncer", ["-q", ...asNobody, config], { stdio: "ignore" });
      while (!(await isListening(listenPort))) await pause(20);
    },
    async end() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
  await pooler.start();
  return pooler;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

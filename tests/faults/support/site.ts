import type postgres from "postgres";
import { onTestFinished } from "vitest";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir, runningDatabases } from "../../../scripts/support/data-dir";
import { getFreePort } from "../../../scripts/support/free-port";
import { queryEmbedded } from "../../support/database/query-embedded";

/** Has its own DATA_DIR and embedded database; both can be killed. */
export interface Site {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** The server of the last start. */
  readonly server: BuiltServer;
  launch(): Promise<BuiltServer>;
  /** Resolves with the milliseconds until the process was ready. */
  start(): Promise<number>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGKILL of the postmaster. */
  killDatabase(): void;
  /** Runs queries on a connection of its own. */
  query<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result>;
}

/** The load comes from one IP address. */
export const NO_RATE_LIMITS = ["signup", "signin", "animesFull", "videoProxy", "listImport"]
  .map((name) => `${name}=100000000/60`)
  .join(",");

export async function createSite(
  environment: Record<string, string> = {},
  dataDir = createDataDir(),
): Promise<Site> {
  const port = await getFreePort();
  let server: BuiltServer | null = null;
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    get server() {
      if (server === null) throw new Error("The site has not been started.");
      return server;
    },
    async launch() {
      server = await startBuiltServer(
        {
          NODE_ENV: "production",
          DATA_DIR: dataDir,
          LOG_LEVEL: "silent",
          BCRYPT_COST: "10",
          RATE_LIMITS: NO_RATE_LIMITS,
          ...environment,
          PORT: String(port),
        },
        "build/server/index.js",
      );
      return server;
    },
    async start() {
      const started = performance.now();
      await (
        await site.launch()
      ).ready;
      return performance.now() - started;
    },
    async kill() {
      site.server.signal("SIGKILL");
      await site.server.exited;
    },
    killDatabase() {
      for (const { pid } of runningDatabases(dataDir)) process.kill(pid, "SIGKILL");
    },
    query: (work) => queryEmbedded(dataDir, work),
  };
  onTestFinished(async () => {
    if (server !== null) await site.kill();
    await removeDataDir(dataDir);
  });
  return site;
}

import { spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { buildMissingFranchises } from "~/features/franchise/rebuild-franchises.server";
import { loadStarter } from "~/features/import/load-starter.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { ensureSearchIndex } from "~/features/search/title-index/rebuild-search-index.server";
import { openDatabase } from "~db/client.server";
import { ensureUsableBinaries, serverEnvironment } from "~db/embedded/binaries.server";
import { choosePlacement, filesIn, type Account } from "~db/embedded/placement.server";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { getFreePort } from "../../../scripts/support/free-port";
import { endProgram } from "../programs";

export interface PostgresServer {
  port: number;
  /** The URL with the site's role. */
  url(): string;
  /** Connections of the superuser, which are opened anew after a restart. */
  sql: postgres.Sql;
  /** Starts on its port, or on another from then on. */
  start(port?: number): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Makes it follow the server on that port from its next start. */
  follow(port: number): void;
}

export interface ReplicatedDatabase {
  primary: PostgresServer;
  standby: PostgresServer;
  stop(): Promise<void>;
}

const DATABASE = "akari";
const SUPERUSER = "postgres";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  shared_buffers: "32MB",
  wal_keep_size: "128MB",
  wal_retrieve_retry_interval: "50ms",
  timezone: "UTC",
  log_min_messages: "panic",
};

/** A migrated database with the starter catalog, and a physical replica of it, both on TCP. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = createDataDir();
  await createSite(folder);
  const files = filesIn(folder);
  const { data, account, shelter } = choosePlacement(files, () => undefined);
  const binaries = ensureUsableBinaries(
    account,
    account === null ? () => `${data}.native` : shelter,
    () => undefined,
  );
  const rules = join(data, "pg_hba.conf");
  writeFileSync(rules, readFileSync(rules, "utf8").replaceAll("scram-sha-256", "trust"));
  const copy = `${data}-standby`;
  cpSync(data, copy, { recursive: true });
  // Node 24 does not copy folders' modes, and PostgreSQL starts in a private one only.
  chmodSync(copy, 0o700);
  if (account !== null) changeOwner(copy, account);
  const program = join(binaries, "bin", "postgres");
  const primary = await createServer({ program, data, account });
  const standby = await createServer({ program, data: copy, account });
  await primary.start();
  standby.follow(primary.port);
  await standby.start();
  return {
    primary,
    standby,
    async stop() {
      for (const server of [primary, standby]) {
        await server.sql.end({ timeout: 0 });
        await server.kill();
      }
      rmSync(copy, { recursive: true, force: true });
      await removeDataDir(folder);
    },
  };
}

async function createSite(folder: string): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const root = join(import.meta.dirname, "../../../db");
  await migrateDatabase(embedded.options, join(root, "migrations"));
  const client = openDatabase(embedded.options, { poolSize: 2, timeouts: null });
  await ensureSearchIndex(client.db);
  await loadStarter(client.db, join(root, "starter"));
  await rebuildListingBitmaps(client.db);
  await buildMissingFranchises(client.db);
  await client.close();
  await embedded.stop();
}

async function createServer({
  program,
  data,
  account,
}: {
  program: string;
  data: string;
  account: Account | null;
}): Promise<PostgresServer> {
  let child: ChildProcess | null = null;
  const server: PostgresServer = {
    port: await getFreePort(),
    url: () => `postgres://akari@127.0.0.1:${server.port}/${DATABASE}`,
    sql: connectAs(0),
    async start(port = server.port) {
      await server.sql.end({ timeout: 0 });
      server.port = port;
      server.sql = connectAs(port);
      const settings = { ...SETTINGS, port: String(port) };
      child = spawn(
        program,
        [
          "-D",
          data,
          ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
        ],
        { cwd: "/", env: serverEnvironment(), stdio: "ignore", ...account },
      );
      while (
        !(await server.sql`SELECT 1`.then(
          () => true,
          () => false,
        ))
      )
        await pause(20);
    },
    async kill() {
      // Quits its children, too.
      if (child !== null) await endProgram(child, "SIGQUIT");
    },
    follow(port) {
      appendFileSync(
        join(data, "postgresql.auto.conf"),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=${SUPERUSER}'\n`,
      );
      const signal = join(data, "standby.signal");
      writeFileSync(signal, "");
      if (account !== null) chownSync(signal, account.uid, account.gid);
    },
  };
  return server;
}

function connectAs(port: number): postgres.Sql {
  return postgres({
    host: "127.0.0.1",
    port,
    user: SUPERUSER,
    database: DATABASE,
    max: 2,
    backoff: () => 0.02,
    onnotice: () => undefined,
  });
}

function changeOwner(folder: string, account: Account): void {
  chownSync(folder, account.uid, account.gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) changeOwner(path, account);
    else chownSync(path, account.uid, account.gid);
  }
}

import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { DatabaseHost, RemoteDatabase } from "~/config/database";
import { readPassword } from "./password-file";

/** A second serves all connections that are opened after a failover. */
const CACHED_MS = 1_000;
const PROBE_TIMEOUT_SECONDS = 2;

interface Search {
  startedAt: number;
  host: Promise<DatabaseHost>;
}

const searches = new WeakMap<RemoteDatabase, Search>();

/**
 * Connects to the host that is no standby. The driver's own choice takes a standby for writable
 * since PostgreSQL 14, and connects without a pause while there is no primary.
 */
export async function createPrimarySocket(target: RemoteDatabase): Promise<Socket> {
  return openSocket(await findPrimary(target));
}

/** A failure to connect is an event, which the driver expects. */
function openSocket(host: DatabaseHost): Socket {
  return Object.assign(connect(host), host);
}

/** The first host of the settings when none responds in time. */
function findPrimary(target: RemoteDatabase): Promise<DatabaseHost> {
  const now = performance.now();
  const cached = searches.get(target);
  if (cached !== undefined && now - cached.startedAt < CACHED_MS) return cached.host;
  const [first = { host: "", port: 0 }] = target.hosts;
  const host = Promise.race([
    Promise.any(target.hosts.map((each) => requirePrimary(target, each))),
    sleep(PROBE_TIMEOUT_SECONDS * 1_000, first, { ref: false }),
  ]).catch(() => first);
  searches.set(target, { startedAt: now, host });
  return host;
}

async function requirePrimary(
  { url, tls, passwordFile }: RemoteDatabase,
  host: DatabaseHost,
): Promise<DatabaseHost> {
  const sql = postgres(url, {
    ...{ socket: () => openSocket(host) },
    ssl: tls,
    ...(passwordFile === null ? {} : { password: () => readPassword(passwordFile) }),
    max: 1,
    connect_timeout: PROBE_TIMEOUT_SECONDS,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: { application_name: "akari-probe" },
  });
  try {
    const [row] = await sql<{ is_standby: boolean }[]>`SELECT pg_is_in_recovery() AS is_standby`;
    if (row?.is_standby !== false) throw new Error("The server is a standby.");
    return host;
  } finally {
    void sql.end({ timeout: 0 });
  }
}

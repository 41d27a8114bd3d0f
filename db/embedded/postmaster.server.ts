import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { serverEnvironment, spawnFailure } from "./binaries.server";
import type { ClusterContext } from "./cluster.server";
import { explainedOutput } from "./error.server";
import { ownLikeFolder } from "./placement.server";
import { leftoverBackends, servesFolder, signal, startTimeOf, waitUntil } from "./process.server";

/** A running server: its first process, and where it listens (`host` is a folder when it is a unix socket). */
export interface Postmaster {
  pid: number;
  startTime: string;
  host: string;
  port: number;
  /** Null when another process started it. */
  child: ChildProcess | null;
}

/** `host` and `port` in the way postgres.js takes them: a folder as host means the unix socket in it. */
export type Endpoint = Pick<Postmaster, "host" | "port">;

const SOCKET_PORT = 5432;
/** sockaddr_un holds 104 (macOS) or 108 (Linux) bytes, and PostgreSQL puts a lock file's suffix beside it. */
const SOCKET_PATH_BYTES = 100;
/** After `kill -9` of the server its backends end at their next wait; the shared memory is theirs until then. */
const LEFTOVER_MS = 30_000;
/** Replaying the log after a crash. With the default checkpoint distance it takes seconds; a slow disk gets minutes. */
const RECOVERY_MS = 5 * 60_000;
const LOG_BYTES = 5 * 1024 * 1024;

/** What a household's server needs: memory for a catalog, few connections, no compilation of queries that take a millisecond. */
const SETTINGS = {
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "16MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  max_connections: "60",
  superuser_reserved_connections: "3",
  random_page_cost: "1.1",
  jit: "off",
  synchronous_commit: "on",
  password_encryption: "scram-sha-256",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Failed statements are the application's to report, and their details hold personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
} as const;

/** The socket in the data folder, which only the server's account may enter; null when its path is too long for the system. */
export function socketEndpoint(data: string): Endpoint | null {
  return Buffer.byteLength(join(data, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES
    ? { host: data, port: SOCKET_PORT }
    : null;
}

async function loopbackEndpoint(): Promise<Endpoint> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) =>
    probe.once("error", reject).listen(0, "127.0.0.1", resolve),
  );
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return {
    host: "127.0.0.1",
    port: typeof address === "object" && address !== null ? address.port : 0,
  };
}

function serverArguments(data: string, { host, port }: Endpoint): string[] {
  const network = host.startsWith("/")
    ? { listen_addresses: "", unix_socket_directories: host, port }
    : { listen_addresses: host, unix_socket_directories: "", port };
  return [
    "-D",
    data,
    ...Object.entries({ ...SETTINGS, ...network }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]),
  ];
}

interface PidFile {
  pid: number;
  data: string;
  endpoint: Endpoint;
  status: string;
}

/** Parses `postmaster.pid`: pid, data folder, start, port, socket folder, listen address, shared memory, status. */
export function parsePidFile(text: string): PidFile {
  const lines = text.split("\n").map((line) => line.trim());
  const port = Number(lines[3]);
  const host = lines[4] || lines[5] || "127.0.0.1";
  return {
    pid: Math.abs(Number(lines[0])),
    data: lines[1] ?? "",
    endpoint: { host, port },
    status: lines[7] ?? "",
  };
}

function pidFile(data: string): PidFile | null {
  try {
    return parsePidFile(readFileSync(join(data, "postmaster.pid"), "utf8"));
  } catch {
    return null;
  }
}

/** The server that runs on `data`, whoever started it; null when none does. */
export function runningPostmaster(data: string): Postmaster | null {
  const file = pidFile(data);
  const startTime = file === null ? null : startTimeOf(file.pid);
  if (file === null || startTime === null || !servesFolder(file.pid, data)) return null;
  return { pid: file.pid, startTime, ...file.endpoint, child: null };
}

/**
 * Removes lock files that name a process which is alive and something else, as after a restart of a container where pids begin at 1
 * again. PostgreSQL would take it for its owner. Files of dead processes stay: PostgreSQL checks more before it removes them.
 */
export function removeMisleadingLocks(data: string): void {
  for (const name of ["postmaster.pid", `.s.PGSQL.${SOCKET_PORT}.lock`]) {
    const file = join(data, name);
    if (!existsSync(file)) continue;
    const pid = Math.abs(Number(readFileSync(file, "utf8").split("\n")[0]));
    if (startTimeOf(pid) !== null && !servesFolder(pid, data)) rmSync(file, { force: true });
  }
}

const alive = ({ pid, startTime }: Postmaster) => startTimeOf(pid) === startTime;

/** Waits until the server says that it is ready, through a recovery if need be. False when it ended or is ending instead. */
export async function untilReady(
  postmaster: Postmaster,
  data: string,
  log: (message: string) => void,
): Promise<boolean> {
  let status = "";
  let told = 0;
  const began = performance.now();
  await waitUntil(() => {
    const file = pidFile(data);
    status = file?.pid === postmaster.pid ? file.status : "";
    const waited = Math.floor((performance.now() - began) / 5000);
    if (waited > told)
      log(`The database is still replaying its log after a crash (${(told = waited) * 5} s).`);
    return status === "ready" || status === "stopping" || !alive(postmaster);
  }, RECOVERY_MS);
  return status === "ready" && alive(postmaster);
}

/** Waits for the end of a server; asks once a second where it is not our child. Does not keep the process alive. */
export async function untilEnded(postmaster: Postmaster): Promise<void> {
  const { child } = postmaster;
  if (child !== null) {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once("exit", resolve));
    return;
  }
  while (alive(postmaster)) await new Promise((resolve) => setTimeout(resolve, 1000).unref());
}

/** Stops a server: clients are cut off and everything is written (fast shutdown); without that if it takes over two and a half seconds. */
export async function stopPostmaster(postmaster: Postmaster): Promise<boolean> {
  const ended = () => !alive(postmaster);
  signal(postmaster.pid, "SIGINT");
  if (await waitUntil(ended, 2500)) return true;
  signal(postmaster.pid, "SIGQUIT");
  return await waitUntil(ended, 2000);
}

function readFrom(file: string, offset: number): string {
  const length = Math.max(0, statSync(file).size - offset);
  const buffer = Buffer.alloc(Math.min(length, 64 * 1024));
  const descriptor = openSync(file, "r");
  try {
    return buffer.toString(
      "utf8",
      0,
      readSync(descriptor, buffer, 0, buffer.length, offset + length - buffer.length),
    );
  } finally {
    closeSync(descriptor);
  }
}

/** Keeps the server's log under five megabytes, and the one before it beside it. The server appends, so it may go on meanwhile. */
export function boundLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < LOG_BYTES) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

/** Starts a server on the cluster at `wanted` (default: the socket, or a free loopback port) and waits until it is ready. */
export async function startPostmaster(
  context: ClusterContext,
  wanted: Endpoint | null = null,
): Promise<Postmaster> {
  const { data, files, log } = context;
  let endpoint = wanted ?? socketEndpoint(data) ?? (await loopbackEndpoint());
  const deadline = performance.now() + LEFTOVER_MS;
  for (let attempt = 1; ; attempt++) {
    removeMisleadingLocks(data);
    boundLog(files.log);
    const offset = existsSync(files.log) ? statSync(files.log).size : 0;
    const postmaster = await spawnPostmaster(context, endpoint);
    if (postmaster !== null && (await untilReady(postmaster, data, log))) return postmaster;

    const output = readFrom(files.log, offset);
    if (performance.now() > deadline) throw explainedOutput(output, data, files.log);
    if (/pre-existing shared memory block|lock file .* already exists/.test(output)) {
      if (attempt === 1)
        log("Processes of the crashed database are still ending: waiting for them.");
      for (const pid of leftoverBackends(data)) signal(pid, "SIGQUIT");
      await new Promise((resolve) => setTimeout(resolve, 100));
    } else if (
      /could not create any Unix-domain sockets/.test(output) &&
      endpoint.host.startsWith("/")
    ) {
      endpoint = await loopbackEndpoint();
    } else if (
      /could not create any TCP\/IP sockets/.test(output) &&
      wanted === null &&
      attempt < 5
    ) {
      endpoint = await loopbackEndpoint();
    } else {
      throw explainedOutput(output, data, files.log);
    }
  }
}

async function spawnPostmaster(
  { data, native, account, files }: ClusterContext,
  endpoint: Endpoint,
): Promise<Postmaster | null> {
  const output = openSync(files.log, "a", 0o600);
  ownLikeFolder(files.log, files);
  try {
    // Detached: Ctrl-C in a terminal reaches the application alone, which drains before it stops the database.
    const child = spawn(join(native, "bin", "postgres"), serverArguments(data, endpoint), {
      cwd: "/",
      env: serverEnvironment(),
      detached: true,
      stdio: ["ignore", output, output],
      ...account,
    });
    await new Promise<void>((resolve, reject) =>
      child.once("spawn", resolve).once("error", (error) => reject(spawnFailure(error, account))),
    );
    child.unref();
    const pid = child.pid ?? 0;
    const startTime = startTimeOf(pid);
    return startTime === null ? null : { pid, startTime, ...endpoint, child };
  } finally {
    closeSync(output);
  }
}

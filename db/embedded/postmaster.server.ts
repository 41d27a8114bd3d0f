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
import { serverEnvironment, describeSpawnFailure } from "./binaries.server";
import type { ClusterContext } from "./cluster.server";
import { describeOutput } from "./error.server";
import { inheritOwner } from "./placement.server";
import {
  listLeftoverBackends,
  isServingFolder,
  sendSignal,
  getStartTime,
  waitUntil,
} from "./process.server";
import { sharedBuffers } from "./shared-buffers";

export interface Postmaster {
  pid: number;
  startTime: string;
  host: string;
  port: number;
  child: ChildProcess | null;
}

/** A folder as `host` is its socket's. */
export type Endpoint = Pick<Postmaster, "host" | "port">;

const SOCKET_PORT = 5432;
/** sockaddr_un holds 104 (macOS) or 108 bytes, with a lock suffix. */
const MAX_SOCKET_PATH_BYTES = 100;
/** Backends of a killed server keep shared memory until their next wait. */
const LEFTOVER_TIMEOUT_MS = 30_000;
/** WAL replay: seconds, or minutes on a slow disk. */
const RECOVERY_TIMEOUT_MS = 5 * 60_000;
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** Small: few connections, no JIT for queries of a millisecond. */
const SETTINGS = {
  effective_cache_size: "512MB",
  work_mem: "16MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  superuser_reserved_connections: "3",
  random_page_cost: "1.1",
  jit: "off",
  synchronous_commit: "on",
  password_encryption: "scram-sha-256",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The application reports failures; details hold personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
} as const;

/** The Unix socket in the data folder, or null when its path is too long. */
export function socketEndpoint(data: string): Endpoint | null {
  return Buffer.byteLength(join(data, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES
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

function serverArguments(
  { data, maxConnections }: ClusterContext,
  { host, port }: Endpoint,
): string[] {
  const network = host.startsWith("/")
    ? { listen_addresses: "", unix_socket_directories: host, port }
    : { listen_addresses: host, unix_socket_directories: "", port };
  return [
    "-D",
    data,
    ...Object.entries({
      ...SETTINGS,
      shared_buffers: sharedBuffers(),
      max_connections: maxConnections,
      ...network,
    }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

interface PidFile {
  pid: number;
  data: string;
  endpoint: Endpoint;
  status: string;
}

/** Lines: pid, data folder, start, port, socket folder, listen address, shared memory, status. */
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

export function runningPostmaster(data: string): Postmaster | null {
  const file = pidFile(data);
  const startTime = file === null ? null : getStartTime(file.pid);
  if (file === null || startTime === null || !isServingFolder(file.pid, data)) return null;
  return { pid: file.pid, startTime, ...file.endpoint, child: null };
}

/**
 * Removes lock files whose pid is now another program's, as after a container restart. PostgreSQL
 * itself sees when the process of a lock file is dead.
 */
export function removeMisleadingLocks(data: string): void {
  for (const name of ["postmaster.pid", `.s.PGSQL.${SOCKET_PORT}.lock`]) {
    const file = join(data, name);
    if (!existsSync(file)) continue;
    const pid = Math.abs(Number(readFileSync(file, "utf8").split("\n")[0]));
    if (getStartTime(pid) !== null && !isServingFolder(pid, data)) rmSync(file, { force: true });
  }
}

const isAlive = ({ pid, startTime }: Postmaster) => getStartTime(pid) === startTime;

/** Waits for the server. Returns false if it ends. */
export async function waitUntilReady(
  postmaster: Postmaster,
  data: string,
  log: (message: string) => void,
): Promise<boolean> {
  let status = "";
  let loggedIntervals = 0;
  const startedAt = performance.now();
  await waitUntil(() => {
    const file = pidFile(data);
    status = file?.pid === postmaster.pid ? file.status : "";
    const intervals = Math.floor((performance.now() - startedAt) / 5000);
    if (intervals > loggedIntervals)
      log(
        `The database is still replaying its log after a crash (${(loggedIntervals = intervals) * 5} s).`,
      );
    return status === "ready" || status === "stopping" || !isAlive(postmaster);
  }, RECOVERY_TIMEOUT_MS);
  return status === "ready" && isAlive(postmaster);
}

/** Polls each second unless a child. Does not keep the event loop alive. */
export async function waitUntilEnded(postmaster: Postmaster): Promise<void> {
  const { child } = postmaster;
  if (child !== null) {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once("exit", resolve));
    return;
  }
  while (isAlive(postmaster)) await new Promise((resolve) => setTimeout(resolve, 1000).unref());
}

/** Fast, then immediate after two and a half seconds. */
export async function stopPostmaster(postmaster: Postmaster): Promise<boolean> {
  const ended = () => !isAlive(postmaster);
  sendSignal(postmaster.pid, "SIGINT");
  if (await waitUntil(ended, 2500)) return true;
  sendSignal(postmaster.pid, "SIGQUIT");
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

/** Starts the log anew at five megabytes, keeping one old file. The server appends. */
export function truncateLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < MAX_LOG_BYTES) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // A full disk: the space is worth more.
    rmSync(`${file}.1`, { force: true });
  }
  truncateSync(file);
}

/** Default: the socket, or a free loopback port. */
export async function startPostmaster(
  context: ClusterContext,
  preferred: Endpoint | null = null,
): Promise<Postmaster> {
  const { data, files, log } = context;
  let endpoint = preferred ?? socketEndpoint(data) ?? (await loopbackEndpoint());
  const deadline = performance.now() + LEFTOVER_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    removeMisleadingLocks(data);
    truncateLog(files.log);
    const offset = existsSync(files.log) ? statSync(files.log).size : 0;
    const postmaster = await spawnPostmaster(context, endpoint);
    if (postmaster !== null && (await waitUntilReady(postmaster, data, log))) return postmaster;

    const output = readFrom(files.log, offset);
    if (performance.now() > deadline) throw describeOutput(output, data, files.log);
    if (/pre-existing shared memory block|lock file .* already exists/.test(output)) {
      if (attempt === 1)
        log("Processes of the crashed database are still ending: waiting for them.");
      for (const pid of listLeftoverBackends(data)) sendSignal(pid, "SIGQUIT");
      await new Promise((resolve) => setTimeout(resolve, 100));
    } else if (
      /could not create any Unix-domain sockets/.test(output) &&
      endpoint.host.startsWith("/")
    ) {
      endpoint = await loopbackEndpoint();
    } else if (
      /could not create any TCP\/IP sockets/.test(output) &&
      preferred === null &&
      attempt < 5
    ) {
      endpoint = await loopbackEndpoint();
    } else {
      throw describeOutput(output, data, files.log);
    }
  }
}

async function spawnPostmaster(
  context: ClusterContext,
  endpoint: Endpoint,
): Promise<Postmaster | null> {
  const { native, account, files } = context;
  const output = openSync(files.log, "a", 0o600);
  inheritOwner(files.log, files);
  try {
    // Ctrl-C must only reach the application, which drains first.
    const child = spawn(join(native, "bin", "postgres"), serverArguments(context, endpoint), {
      cwd: "/",
      env: serverEnvironment(),
      detached: true,
      stdio: ["ignore", output, output],
      ...account,
    });
    await new Promise<void>((resolve, reject) =>
      child
        .once("spawn", resolve)
        .once("error", (error) => reject(describeSpawnFailure(error, account))),
    );
    child.unref();
    const pid = child.pid ?? 0;
    const startTime = getStartTime(pid);
    return startTime === null ? null : { pid, startTime, ...endpoint, child };
  } finally {
    closeSync(output);
  }
}

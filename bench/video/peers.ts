import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tests/support/server/free-port";
import { processorMicros } from "../support/programs";

/** A proxy under test in a process of its own, or several. */
export interface Peer {
  name: string;
  /** Its address for a path of the origin. */
  url(path: string): string;
  /** CPU time of all its processes so far, in milliseconds; null where the system does not tell. */
  cpuMs(): number | null;
  /** Resident memory of all its processes, in bytes; null where the system does not tell. */
  memory(): number | null;
  stop(): void;
}

const HERE = import.meta.dirname;
const HLS_PROXY = "@warren-bank/hls-proxy@3.6.6";

/** Starts the origin and resolves with its address. */
export async function startOrigin(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const child = await started(
    spawn(process.execPath, [join(HERE, "origin.mjs"), String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

/** Ours, the bare pipe, and of nginx and hls-proxy those that can be had here. */
export async function startPeers(origin: string): Promise<Peer[]> {
  const peers = [
    await akari(origin),
    await barePipe(origin),
    await nginx(origin),
    await hlsProxy(origin),
  ];
  return peers.filter((peer) => peer !== null);
}

async function akari(origin: string): Promise<Peer> {
  const port = await freePort();
  const child = await started(
    spawn(process.execPath, ["--import", "tsx", join(HERE, "akari.ts"), String(port), origin], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    }),
  );
  return peer(
    "akari",
    [child],
    (path) => `http://127.0.0.1:${port}/api/videoProxy?url=${encodeURIComponent(origin + path)}`,
  );
}

async function barePipe(origin: string): Promise<Peer> {
  const port = await freePort();
  const child = await started(
    spawn(process.execPath, [join(HERE, "bare-pipe.mjs"), String(port), origin], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return peer("bare node:http pipe", [child], (path) => `http://127.0.0.1:${port}${path}`);
}

/** nginx from the PATH, or where `NGINX_BINARY` says. One worker, since the others are one process too. */
async function nginx(origin: string): Promise<Peer | null> {
  const binary = process.env["NGINX_BINARY"] ?? "nginx";
  if (spawnSync(binary, ["-v"]).error !== undefined) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "akari-bench-nginx-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(" ");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit; ${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 4096; }
http { access_log off; ${temporary} sendfile on; tcp_nodelay on; upstream origin { server ${new URL(origin).host}; keepalive 128; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  );
  const child = spawn(binary, ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await answering(`http://127.0.0.1:${port}/list-1.m3u8`);
  return peer("nginx proxy_pass", [child], (path) => `http://127.0.0.1:${port}${path}`);
}

/** Installed beside the project, not in it: only this comparison needs it. */
async function hlsProxy(origin: string): Promise<Peer | null> {
  const folder = join(tmpdir(), "akari-bench-hls-proxy");
  const program = join(folder, "node_modules/@warren-bank/hls-proxy/hls-proxy/bin/hlsd.js");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    if (
      spawnSync("npm", ["install", "--no-audit", "--no-fund", HLS_PROXY], {
        cwd: folder,
        stdio: "ignore",
      }).status !== 0
    )
      return null;
  }
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [program, "--host", `127.0.0.1:${port}`, "--port", String(port), "-v", "-1"],
    { stdio: "ignore" },
  );
  const url = (path: string) =>
    `http://127.0.0.1:${port}/${Buffer.from(origin + path).toString("base64")}${path.includes(".m3u8") ? ".m3u8" : ".ts"}`;
  await answering(url("/list-1.m3u8"));
  return peer("@warren-bank/hls-proxy", [child], url);
}

function peer(name: string, children: readonly ChildProcess[], url: Peer["url"]): Peer {
  const pids = () =>
    children.flatMap(({ pid }) => (pid === undefined ? [] : [pid, ...childrenOf(pid)]));
  return {
    name,
    url,
    cpuMs: () => sum(pids().map(cpuMsOf)),
    memory: () => sum(pids().map(memoryOf)),
    stop: () => children.forEach((child) => child.kill()),
  };
}

function sum(values: readonly (number | null)[]): number | null {
  return values.includes(null)
    ? null
    : values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

function cpuMsOf(pid: number): number | null {
  const micros = processorMicros(pid);
  return micros === null ? null : micros / 1000;
}

function memoryOf(pid: number): number | null {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return null;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, "utf8"))?.[1] ?? 0) * 1024;
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return [];
  }
}

async function started(child: ChildProcess): Promise<ChildProcess> {
  const ready = child.stdout === null ? Promise.resolve() : once(child.stdout, "data");
  await Promise.race([
    ready,
    once(child, "exit").then(() =>
      Promise.reject(new Error(`${child.spawnargs.join(" ")} ended before it was ready`)),
    ),
  ]);
  return child;
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}

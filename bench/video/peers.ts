import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { getFreePort } from "../../scripts/support/free-port";
import { ROOT } from "../support/databases";
import { sharedShapes } from "~/http/v8/shared-shapes";
import { readCpuMicros } from "../support/programs";

export interface Peer {
  name: string;
  url(path: string): string;
  /** Sums all processes; null where it cannot be read. */
  cpuMs(): number | null;
  /** Resident, of all processes; null where unsupported. */
  memory(): number | null;
  stop(): void;
}

const FOLDER_URL = import.meta.dirname;
const BUNDLE = join(ROOT, ".data/bench/video");
const INSTALLED = join(tmpdir(), "akari-bench-video-peers");
const PACKAGES = {
  "@fastify/http-proxy": "11.6.3",
  "@warren-bank/hls-proxy": "3.6.6",
  fastify: "5.12.8",
  "http-proxy": "1.18.1",
};

export async function startOrigin(): Promise<{ url: string; pid: number; stop(): void }> {
  const port = await getFreePort();
  const child = await started(
    spawn(process.execPath, [join(FOLDER_URL, "origin.mjs"), String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}

/** Ours, the bare pipe, and where available nginx and the packages. */
export async function startPeers(origin: string): Promise<Peer[]> {
  await bundleAkari();
  const peers = [await akari(origin), await barePipe(origin), await nginx(origin)];
  if (installPackages())
    peers.push(
      await library("http-proxy", "http-proxy.mjs", origin),
      await library("@fastify/http-proxy", "fastify-http-proxy.mjs", origin),
      await hlsProxy(origin),
    );
  return peers.filter((peer) => peer !== null);
}

/** Bundles as for production: what tsx adds to each function takes a tenth of a small range. */
async function bundleAkari(): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    resolve: { tsconfigPaths: true },
    plugins: [sharedShapes()],
    build: {
      ssr: join(FOLDER_URL, "akari.ts"),
      outDir: BUNDLE,
      copyPublicDir: false,
      emptyOutDir: true,
    },
  });
}

async function akari(origin: string): Promise<Peer> {
  const port = await getFreePort();
  const child = await started(
    spawn(process.execPath, [join(BUNDLE, "akari.js"), String(port), origin], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    }),
  );
  return peer(
    "akari's relay",
    [child],
    (path) => `http://127.0.0.1:${port}/api/videoProxy?url=${encodeURIComponent(origin + path)}`,
  );
}

async function barePipe(origin: string): Promise<Peer> {
  const port = await getFreePort();
  const child = await started(
    spawn(process.execPath, [join(FOLDER_URL, "bare-pipe.mjs"), String(port), origin], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return peer("bare node:http pipe", [child], (path) => `http://127.0.0.1:${port}${path}`);
}

/**
 * Starts `NGINX_BINARY`, or nginx in the PATH, with one worker since the others are one process.
 */
async function nginx(origin: string): Promise<Peer | null> {
  const binary = process.env["NGINX_BINARY"] ?? "nginx";
  if (spawnSync(binary, ["-v"]).error !== undefined) return null;
  const port = await getFreePort();
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
  await waitUntilResponding(`http://127.0.0.1:${port}/list-1.m3u8`);
  return peer("nginx proxy_pass", [child], (path) => `http://127.0.0.1:${port}${path}`);
}

/** A proxy of node:http's requests as a library offers it. */
async function library(name: string, program: string, origin: string): Promise<Peer> {
  copyFileSync(join(FOLDER_URL, program), join(INSTALLED, program));
  const port = await getFreePort();
  const child = await started(
    spawn(process.execPath, [join(INSTALLED, program), String(port), origin], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    }),
  );
  return peer(name, [child], (path) => `http://127.0.0.1:${port}${path}`);
}

/** Installs once, outside of the project. Returns false where there is no registry. */
function installPackages(): boolean {
  if (existsSync(join(INSTALLED, "node_modules/.package-lock.json"))) return true;
  mkdirSync(INSTALLED, { recursive: true });
  writeFileSync(
    join(INSTALLED, "package.json"),
    JSON.stringify({ private: true, dependencies: PACKAGES }),
  );
  const install = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: INSTALLED,
    stdio: "ignore",
    // A dependency of theirs names newer versions of Node than it needs.
    env: { ...process.env, npm_config_engine_strict: "false" },
  });
  return install.status === 0;
}

async function hlsProxy(origin: string): Promise<Peer> {
  const program = join(INSTALLED, "node_modules/@warren-bank/hls-proxy/hls-proxy/bin/hlsd.js");
  const port = await getFreePort();
  const child = spawn(
    process.execPath,
    [program, "--host", `127.0.0.1:${port}`, "--port", String(port), "-v", "-1"],
    { stdio: "ignore" },
  );
  const url = (path: string) =>
    `http://127.0.0.1:${port}/${Buffer.from(origin + path).toString("base64")}${path.includes(".m3u8") ? ".m3u8" : ".ts"}`;
  await waitUntilResponding(url("/list-1.m3u8"));
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
  const micros = readCpuMicros(pid);
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

async function waitUntilResponding(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not respond`);
}

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { getFreePort } from "../../scripts/support/free-port";
import { sharedShapes } from "~/http/v8/shared-shapes";
import { ROOT } from "../support/databases";
import { startProgram, waitUntilServing, type Program } from "../support/programs";

export interface Peer {
  name: string;
  program: Program;
  url(path: string): string;
}

const BUNDLE = join(ROOT, ".data/bench/video");
/** What each peer is asked for until it responds. */
const SMALL = "/list-1.m3u8";

export function startOrigin(): Promise<Program> {
  return startProgram(["bench/video/origin.mjs"], {}, SMALL);
}

/** Ours and the bare pipe, and nginx where others are asked for and it is installed. */
export async function startPeers(
  origin: string,
  { hasOthers }: { hasOthers: boolean },
): Promise<Peer[]> {
  await bundleAkari();
  const proxied = (path: string) => `/api/videoProxy?url=${encodeURIComponent(origin + path)}`;
  const env = { ORIGIN: origin };
  const ours = await startProgram([join(BUNDLE, "akari.js")], env, proxied(SMALL));
  const bare = await startProgram(["bench/video/bare-pipe.mjs"], env, SMALL);
  const nginx = hasOthers ? await startNginx(origin) : null;
  return [
    { name: "akari's relay", program: ours, url: (path) => ours.url + proxied(path) },
    { name: "bare node:http pipe", program: bare, url: (path) => bare.url + path },
    ...(nginx === null
      ? []
      : [{ name: "nginx proxy_pass", program: nginx, url: (path: string) => nginx.url + path }]),
  ];
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
      ssr: join(import.meta.dirname, "akari.ts"),
      outDir: BUNDLE,
      copyPublicDir: false,
      emptyOutDir: true,
    },
  });
}

/** Starts `NGINX_BINARY`, or nginx in the PATH, as one process, since the others are one. */
async function startNginx(origin: string): Promise<Program | null> {
  const binary = process.env["NGINX_BINARY"] ?? "nginx";
  if (spawnSync(binary, ["-v"]).error !== undefined) return null;
  const port = await getFreePort();
  const folder = mkdtempSync(join(tmpdir(), "akari-bench-nginx-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(" ");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 4096; }
http { access_log off; ${temporary} sendfile on; tcp_nodelay on; upstream origin { server ${new URL(origin).host}; keepalive 128; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  );
  const child = spawn(binary, ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return waitUntilServing(child, `http://127.0.0.1:${port}`, SMALL);
}

import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { createImageCache, type ImageCache } from "~/media/images/cache/image-cache.server";
import { createImageProxy, type ImageProxy } from "~/media/images/proxy/image-proxy.server";
import { createTransformPool } from "~/media/images/transform/transform-pool.server";
import { createLog } from "~/observability/log.server";
import { endpoints } from "~/routes/api/endpoints.server";
import type { MediaOrigin } from "../../fakes/media-origin";
import { outboundTo } from "./outbound";
import { listeningProcess } from "../server/process";

export const TRANSFORM_WORKER = "app/media/images/transform/transform-worker.mjs";

/** A folder that ends with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "akari-images-"));
  // A cache may still be writing behind an answer that the test has seen.
  onTestFinished(() =>
    rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 }),
  );
  return folder;
}

/** The paths of all files below a folder that have taken their place; drafts are left out. */
export function placedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !["tmp", "drafts"].includes(basename(entry.parentPath)))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Answers with an image's bytes. */
export function serve(bytes: Uint8Array, type = "image/png") {
  return (_: unknown, response: ServerResponse): void =>
    void response
      .writeHead(200, { "content-type": type, "content-length": bytes.byteLength })
      .end(bytes);
}

/** Transform processes that end with the test. */
export function transformPool(options: Partial<Parameters<typeof createTransformPool>[0]> = {}) {
  const pool = createTransformPool({
    workerFile: TRANSFORM_WORKER,
    workers: 2,
    timeoutMs: 120_000,
    maxWaitMs: 120_000,
    ...options,
  });
  onTestFinished(() => pool.close());
  return pool;
}

interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  json: { error?: string; status?: number; issues?: { path: string }[] };
}

/** The whole service on a socket, for which one origin is open; `get` asks for an image of that origin. */
export async function imageService(origin: MediaOrigin, environment: Record<string, string> = {}) {
  const dataDir = temporaryFolder();
  const { origin: site } = await listeningProcess({
    endpoints,
    environment: { DATA_DIR: dataDir, OUTBOUND_ALLOW: origin.host, ...environment },
  });
  const ask = async (query: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${site}/api/proxy${query}`, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? (JSON.parse(bytes.toString()) as Answer["json"]) : {},
    };
  };
  return {
    site,
    dataDir,
    ask,
    get: (path: string, options = "", init: RequestInit = {}) =>
      ask(`?url=${encodeURIComponent(origin.url + path)}${options}`, init),
  };
}

interface ProxyParts {
  clock?: { now: number };
  deadlineMs?: number;
  folder?: string;
  pool?: Parameters<typeof createImageProxy>[0]["pool"];
}

/** The image proxy alone, with a clock and limits of the test's own. */
export function imageProxyOf(
  origin: MediaOrigin,
  {
    clock = { now: Date.now() },
    deadlineMs = 20_000,
    folder = temporaryFolder(),
    pool = transformPool(),
  }: ProxyParts = {},
): {
  proxy: ImageProxy;
  cache: ImageCache;
  get: (path: string, options?: string, signal?: AbortSignal) => Promise<Uint8Array>;
} {
  const now = () => clock.now;
  const cache = createImageCache({
    folder,
    maxDiskBytes: 50e6,
    maxMemoryBytes: 10e6,
    maxAgeMs: 24 * 3_600_000,
    log: createLog("silent"),
    now,
  });
  const [host, port] = [origin.host.slice(0, origin.host.lastIndexOf(":")), origin.port];
  const proxy = createImageProxy({
    outbound: outboundTo([origin]),
    rules: { allow: [{ host, port }], ownOrigins: [] },
    pool,
    cache,
    deadlineMs,
    now,
  });
  const get = async (
    path: string,
    options = "",
    signal: AbortSignal = new AbortController().signal,
  ) => {
    const query = new URLSearchParams(`url=${encodeURIComponent(origin.url + path)}${options}`);
    return (
      await proxy.get({
        query: () => query,
        spelling: query.toString(),
        ownOrigin: "http://akari.test",
        signal: () => signal,
      })
    ).body;
  };
  return { proxy, cache, get };
}

import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { createKeyCache } from "~/caching/key-cache";
import { createImageCache, type ImageCache } from "~/media/images/cache/image-cache.server";
import type { Semaphore } from "~/concurrency/semaphore";
import { createImageSlots } from "~/media/images/image-slots";
import { createImageProxy, type ImageProxy } from "~/media/images/proxy/image-proxy.server";
import { createTransformPool } from "~/media/images/transform/transform-pool.server";
import { createLog } from "~/observability/log.server";
import type { MediaOrigin } from "../../fakes/media-origin";
import { createTestOutbound } from "./outbound";
import { startProcess } from "../server/process";

const TRANSFORM_WORKER = "app/media/images/transform/transform-worker.mjs";

export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "akari-images-"));
  // The cache may still be writing after the response.
  onTestFinished(() =>
    rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 }),
  );
  return folder;
}

export function listStoredFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !["tmp", "drafts"].includes(basename(entry.parentPath)))
    .map((entry) => join(entry.parentPath, entry.name));
}

export function serveImage(bytes: Uint8Array, type = "image/png") {
  return (_: unknown, response: ServerResponse): void =>
    void response
      .writeHead(200, { "content-type": type, "content-length": bytes.byteLength })
      .end(bytes);
}

export function startTransformPool(
  options: Partial<Parameters<typeof createTransformPool>[0]> = {},
) {
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

interface ImageResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
  json: { error?: string; status?: number; issues?: { path: string }[] };
}

/** The whole API with one allowed origin; `get` requests an image of it. */
export async function startImageService(
  origin: MediaOrigin,
  environment: Record<string, string> = {},
) {
  const dataDir = createTempFolder();
  const { origin: site } = await startProcess({
    environment: { DATA_DIR: dataDir, OUTBOUND_ALLOW: origin.host, ...environment },
  });
  const getProxy = async (query: string, init: RequestInit = {}): Promise<ImageResponse> => {
    const response = await fetch(`${site}/api/proxy${query}`, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? (JSON.parse(bytes.toString()) as ImageResponse["json"]) : {},
    };
  };
  return {
    site,
    dataDir,
    ask: getProxy,
    get: (path: string, options = "", init: RequestInit = {}) =>
      getProxy(`?url=${encodeURIComponent(origin.url + path)}${options}`, init),
  };
}

interface ProxyOptions {
  clock?: { now: number };
  deadlineMs?: number;
  folder?: string;
  pool?: Parameters<typeof createImageProxy>[0]["pool"];
  slots?: Semaphore;
}

/** Has its own clock and limits. */
export function createTestImageProxy(
  origin: MediaOrigin,
  {
    clock = { now: Date.now() },
    deadlineMs = 20_000,
    folder = createTempFolder(),
    pool = startTransformPool(),
    slots = createImageSlots({ perClient: 32 }),
  }: ProxyOptions = {},
): {
  proxy: ImageProxy;
  cache: ImageCache;
  get: (
    path: string,
    options?: string,
    signal?: AbortSignal,
    client?: string,
  ) => Promise<Uint8Array>;
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
    outbound: createTestOutbound([origin]),
    rules: { allow: [{ host, port }], ownOrigins: [] },
    pool,
    cache,
    keysByRawQuery: createKeyCache(1e6),
    slots,
    deadlineMs,
    now,
  });
  const get = async (
    path: string,
    options = "",
    signal: AbortSignal = new AbortController().signal,
    client = "198.51.100.1",
  ) => {
    const query = new URLSearchParams(`url=${encodeURIComponent(origin.url + path)}${options}`);
    return (
      await proxy.get({
        query: () => query,
        rawQuery: query.toString(),
        ownOrigin: "http://akari.test",
        client,
        signal: () => signal,
      })
    ).body;
  };
  return { proxy, cache, get };
}

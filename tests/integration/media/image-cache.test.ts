import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Cancelled } from "~/errors/app-error";
import { createImageCache } from "~/media/images/cache/image-cache.server";
import { createLog, type Log } from "~/observability/log.server";
import { gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import {
  createTestImageProxy,
  startImageService,
  listStoredFiles,
  serveImage,
  createTempFolder,
} from "../../support/media/image-service";

const HOUR = 3_600_000;

const cacheIn = (
  folder: string,
  options: { maxDiskBytes?: number; clock?: { now: number }; log?: Log } = {},
) =>
  createImageCache({
    folder,
    maxDiskBytes: options.maxDiskBytes ?? 1e6,
    maxMemoryBytes: 1,
    maxAgeMs: 24 * HOUR,
    log: options.log ?? createLog("silent"),
    now: () => options.clock?.now ?? Date.now(),
  });

describe("requesting the same image", () => {
  it("CACHE-S01 fetches it once for 500 concurrent requests", { tags: "rest" }, async () => {
    const image = await gradient();
    const origin = await startMediaOrigin({ "/a.png": serveImage(image) });
    const { get } = await startImageService(origin);
    const responses = await Promise.all(Array.from({ length: 500 }, () => get("/a.png", "&w=100")));
    expect(
      new Set(responses.map(({ status, headers }) => `${status} ${headers.get("etag") ?? ""}`))
        .size,
    ).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(origin.requests).toHaveLength(1);
  });

  it("CACHE-S02 responds to the other 49 when one client leaves", async () => {
    let sendImage: () => void = () => undefined;
    const image = await gradient();
    const origin = await startMediaOrigin({
      "/a.png": (_, response) => (sendImage = () => response.end(image)),
    });
    const { get } = createTestImageProxy(origin);
    const abort = new AbortController();
    const first = get("/a.png", "", abort.signal);
    const others = Array.from({ length: 49 }, () => get("/a.png"));
    await expect.poll(() => origin.requests.length).toBe(1);
    abort.abort();
    await expect(first).rejects.toBeInstanceOf(Cancelled);
    sendImage();
    expect(new Set((await Promise.all(others)).map((body) => body.byteLength)).size).toBe(1);
    expect(origin.requests).toHaveLength(1);
  });

  it("aborts the fetch when all clients have left, and fetches again for the next", async () => {
    const image = await gradient();
    let isReleased = false;
    const origin = await startMediaOrigin({
      "/a.png": (_, response) => void (isReleased && response.end(image)),
    });
    const { get } = await startImageService(origin);
    const abort = new AbortController();
    const both = [
      get("/a.png", "", { signal: abort.signal }),
      get("/a.png", "", { signal: abort.signal }),
    ];
    await origin.waitForConnections(1);
    abort.abort();
    for (const one of both) await expect(one).rejects.toThrow();
    await origin.waitForConnections(0);
    isReleased = true;
    expect((await get("/a.png")).status).toBe(200);
  });

  it("CACHE-S03 responds to all with a failure, and fetches again for the next", async () => {
    let broken = true;
    const image = await gradient();
    const origin = await startMediaOrigin({
      "/a.png": (_, response) =>
        void (broken ? response.writeHead(503).end() : response.end(image)),
    });
    const { get } = await startImageService(origin);
    const responses = await Promise.all(Array.from({ length: 20 }, () => get("/a.png")));
    for (const { status, headers } of responses)
      expect([status, headers.get("cache-control")]).toEqual([500, "private, no-store"]);
    expect(origin.requests.length).toBeLessThan(20);
    broken = false;
    expect((await get("/a.png")).status).toBe(200);
  });

  it("CACHE-S04 uses one key for any order, explicit defaults and unknown parameters", async () => {
    const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
    const { ask: getProxy } = await startImageService(origin);
    const url = `url=${encodeURIComponent(`${origin.url}/a.png`)}`;
    const same = [
      url,
      `${url}&w=0&q=50&format=webp`,
      `format=webp&${url}`,
      `${url}#x`,
      `q=50.0&${url}&width=9`,
      url.toUpperCase().replace("URL=", "url=").replace("HTTP", "http").replace("A.PNG", "a.png"),
    ];
    const tags = await Promise.all(
      [...same, ...Array.from({ length: 50 }, (_, index) => `${url}&cb=${index}`)].map(
        async (query) => (await getProxy(`?${query}`)).headers.get("etag"),
      ),
    );
    expect(new Set(tags).size).toBe(1);
    expect(origin.requests).toHaveLength(1);
  });

  it("CACHE-S05 never mixes two images up", async () => {
    const origin = await startMediaOrigin({
      "/a1": serveImage(await gradient({ width: 64 })),
      "/a12": serveImage(await gradient({ width: 48 })),
      "/a": serveImage(await gradient({ width: 32 })),
    });
    const { get, dataDir } = await startImageService(origin);
    const queries: [string, string][] = [
      ["/a", "&w=1&q=23"],
      ["/a", "&w=12&q=3"],
      ["/a1", "&w=2&q=3"],
      ["/a12", "&w=3"],
      ["/a1", "&w=23"],
      ["/a12", "&q=3"],
      ["/a", "&format=avif"],
      ["/a", "&format=webp"],
    ];
    for (const query of queries) expect((await get(...query)).status).toBe(200);
    expect(origin.requests).toHaveLength(queries.length);
    await expect.poll(() => listStoredFiles(join(dataDir, "cache")).length).toBe(queries.length);
  });

  it("CACHE-S06 and CACHE-S07 depends on nothing but the query", async () => {
    const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
    const { get } = await startImageService(origin);
    const first = await get("/a.png", "", {
      headers: {
        accept: "image/png",
        "x-forwarded-host": "evil.example",
        "x-original-url": "/x",
        "x-rewrite-url": "/x",
        "x-http-method-override": "DELETE",
      },
    });
    const second = await get("/a.png", "", { headers: { accept: "image/avif,*/*" } });
    expect([
      second.bytes.equals(first.bytes),
      second.headers.get("content-type"),
      second.headers.get("vary"),
    ]).toEqual([true, "image/webp", first.headers.get("vary")]);
    const sent = origin.requests[0]?.headers ?? {};
    expect(Object.keys(sent).filter((name) => name.startsWith("x-") || name === "cookie")).toEqual(
      [],
    );
    expect(origin.requests).toHaveLength(1);
  });

  it("CACHE-S12 fetches again after 24 hours, and not before", async () => {
    const clock = { now: Date.parse("2026-01-01") };
    const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
    const { get, cache } = createTestImageProxy(origin, { clock });
    await get("/a.png");
    await cache.settled();
    clock.now += 24 * HOUR - 1;
    await get("/a.png");
    expect(origin.requests).toHaveLength(1);
    clock.now += 1001;
    await get("/a.png");
    expect(origin.requests).toHaveLength(2);
  });

  it("fetches an image again when the clock was set back, since its age is unknown", async () => {
    const clock = { now: Date.parse("2026-01-02") };
    const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
    const { get, cache } = createTestImageProxy(origin, { clock });
    await get("/a.png");
    await cache.settled();
    clock.now -= 60_000;
    await get("/a.png");
    expect(origin.requests).toHaveLength(1);
    clock.now -= 1;
    await get("/a.png");
    expect(origin.requests).toHaveLength(2);
  });
});

describe("the cache on disk", () => {
  it("survives a restart", async () => {
    const folder = createTempFolder();
    const image = await gradient();
    const origin = await startMediaOrigin({ "/a.png": serveImage(image) });
    const first = createTestImageProxy(origin, { folder });
    const made = await first.get("/a.png", "&w=50");
    await first.cache.settled();
    const second = createTestImageProxy(origin, { folder });
    expect(Buffer.from(await second.get("/a.png", "&w=50")).equals(Buffer.from(made))).toBe(true);
    expect(origin.requests).toHaveLength(1);
  });

  it(
    "CACHE-S10 does not serve a truncated or modified file, and renders the image again",
    { tags: "rest" },
    async () => {
      const folder = createTempFolder();
      const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
      const whole = await createTestImageProxy(origin, { folder }).get("/a.png");
      const damages: ((path: string, size: number) => void)[] = [
        (path, size) => truncateSync(path, size / 2),
        (path) => truncateSync(path, 0),
        (path, size) => truncateSync(path, size - 1),
        (path) =>
          writeFileSync(
            path,
            readFileSync(path).map((byte, index) => (index === 300 ? byte ^ 1 : byte)),
          ),
      ];
      for (const [index, damage] of damages.entries()) {
        await expect.poll(() => listStoredFiles(folder).length).toBe(1);
        const [file = ""] = listStoredFiles(folder);
        damage(file, statSync(file).size);
        const { get, cache } = createTestImageProxy(origin, { folder });
        expect(Buffer.from(await get("/a.png")).equals(Buffer.from(whole))).toBe(true);
        await cache.settled();
        expect(origin.requests).toHaveLength(index + 2);
      }
    },
  );

  it("CACHE-S08 stays within its size and evicts the least recently used", async () => {
    const folder = createTempFolder();
    const cache = cacheIn(folder, { maxDiskBytes: 20_000 });
    const onDisk = () =>
      listStoredFiles(folder).reduce((sum, path) => sum + statSync(path).size, 0);
    for (let index = 0; index < 500; index += 1) {
      cache.put(`key ${index}`, Buffer.alloc(900 + (index % 7) * 50, index), "image/webp");
      if (index % 10 === 0) await cache.get("key 0");
      await cache.settled();
      expect(cache.diskBytes).toBeLessThanOrEqual(20_000);
    }
    await expect.poll(onDisk).toBeLessThanOrEqual(20_000);
    expect(onDisk()).toBeGreaterThan(15_000);
    expect(await cache.get("key 0")).not.toBeNull();
    expect(await cache.get("key 1")).toBeNull();
    expect(await cache.get("key 499")).not.toBeNull();
  });

  it("is empty in memory and on disk once it is cleared, and fills again", async () => {
    const folder = createTempFolder();
    const cache = cacheIn(folder);
    const put = async (key: string) => {
      cache.put(key, Buffer.alloc(1000), "image/webp");
      await cache.settled();
    };
    await put("a");
    expect(cache.diskBytes).toBeGreaterThan(1000);
    await cache.clear();
    expect([cache.diskBytes, listStoredFiles(folder), await cache.get("a")]).toEqual([0, [], null]);
    await put("a");
    expect(listStoredFiles(folder)).toHaveLength(1);
  });

  it("keeps its size and order across a restart, and drops expired entries", async () => {
    const folder = createTempFolder();
    const clock = { now: Date.parse("2026-01-02T12:00:00Z") };
    const first = cacheIn(folder, { clock });
    for (const key of ["old", "a", "b", "c"]) {
      first.put(key, Buffer.alloc(1000, key), "image/webp");
      await first.settled();
    }
    const times = { old: -25, a: -3, b: -1, c: -2 };
    for (const path of listStoredFiles(folder)) {
      const key = (Object.keys(times) as (keyof typeof times)[]).find((name) =>
        readFileSync(path).subarray(-1).equals(Buffer.alloc(1, name)),
      );
      const made = key === "old" ? clock.now - 25 * HOUR : clock.now;
      utimesSync(path, (clock.now + times[key ?? "a"] * HOUR) / 1000, made / 1000);
    }
    const second = cacheIn(folder, { clock, maxDiskBytes: 5_000 });
    second.put("d", Buffer.alloc(1000, "d"), "image/webp");
    await second.settled();
    expect(second.diskBytes).toBeLessThan(5_000);
    second.put("e", Buffer.alloc(1000, "e"), "image/webp");
    await second.settled();
    // Evicted files are unlinked a moment later.
    await expect.poll(() => listStoredFiles(folder).length).toBe(4);
    const remaining = await Promise.all(
      ["old", "a", "b", "c", "d", "e"].map(async (key) =>
        (await second.get(key)) === null ? "" : key,
      ),
    );
    expect(remaining.join("")).toBe("bcde");
  });

  it("CACHE-S09 works without a usable folder, warns once a minute, and uses it again when possible", async () => {
    const folder = join(createTempFolder(), "cache");
    writeFileSync(folder, "not a folder");
    const clock = { now: Date.now() };
    const warnings: unknown[] = [];
    const log = { warn: (details: unknown) => warnings.push(details) } as unknown as Log;
    const cache = cacheIn(folder, { clock, log });
    for (let index = 0; index < 50; index += 1) {
      expect(cache.put(`key ${index}`, Buffer.from("image"), "image/webp").body.toString()).toBe(
        "image",
      );
      expect(await cache.get(`other ${index}`)).toBeNull();
    }
    await cache.settled();
    expect(warnings).toHaveLength(1);
    clock.now += 60_001;
    cache.put("key", Buffer.from("image"), "image/webp");
    await cache.settled();
    expect(warnings).toHaveLength(2);
    rmSync(folder);
    cache.put("key", Buffer.from("image"), "image/webp");
    await cache.settled();
    expect((await cache.get("key"))?.etag).toBeDefined();
  });

  it("leaves old entries alone while new ones cannot be written", async () => {
    const folder = createTempFolder();
    const cache = cacheIn(folder);
    cache.put("old", Buffer.from("kept"), "image/webp");
    await cache.settled();
    rmSync(join(folder, "tmp"), { recursive: true });
    writeFileSync(join(folder, "tmp"), "in the way");
    cache.put("new", Buffer.from("lost"), "image/webp");
    await cache.settled();
    expect([(await cache.get("old"))?.body.toString(), await cache.get("new")]).toEqual([
      "kept",
      null,
    ]);
  });

  it("deletes drafts of a killed process, but not those of a running one", async () => {
    const folder = createTempFolder();
    mkdirSync(join(folder, "tmp"));
    writeFileSync(join(folder, "tmp", "abandoned"), "half");
    writeFileSync(join(folder, "tmp", "fresh"), "half");
    utimesSync(
      join(folder, "tmp", "abandoned"),
      Date.now() / 1000 - 3600,
      Date.now() / 1000 - 3600,
    );
    const cache = cacheIn(folder);
    cache.put("key", Buffer.from("image"), "image/webp");
    await cache.settled();
    expect(readdirSync(join(folder, "tmp"))).toEqual(["fresh"]);
  });
});

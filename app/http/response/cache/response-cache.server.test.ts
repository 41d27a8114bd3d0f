import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createKeyCache } from "~/caching/key-cache";
import {
  createResponseCache as createCache,
  type ResponseCache,
  type PublicBody,
} from "./response-cache.server";

function createResponseCache(options: Partial<Parameters<typeof createCache>[0]> = {}) {
  return createCache({
    maxBytes: 1_000_000,
    queryKeysByUrlKey: createKeyCache(100_000),
    ...options,
  });
}

interface Options {
  urlKey?: string;
  key?: string;
  headers?: Record<string, string>;
  produce?: () => Promise<PublicBody>;
  vary?: string;
  expires?: boolean;
}

async function respond(cache: ResponseCache, options: Options = {}): Promise<Response> {
  const {
    urlKey = "a?b",
    key = "a",
    headers = {},
    produce = () => Promise.resolve({ json: body(key) }),
    vary,
    expires = false,
  } = options;
  return cache.respond({
    request: new Request("http://akari.test/", { headers }),
    vary,
    freshness: { maxAgeSeconds: 60, expires },
    urlKey,
    resolve: () => ({ queryKey: key, produce }),
  });
}

const body = (key: string): string => `{"key":"${key}","text":"${"x".repeat(2_000)}"}`;

function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => ([resolve, reject] = [onValue, onError]));
  return { promise, resolve, reject };
}

describe("a response cache", () => {
  it("produces a response once for all its URL keys", async () => {
    const cache = createResponseCache();
    let made = 0;
    const produce = () => Promise.resolve({ json: body(String((made += 1))) });
    for (const urlKey of ["a?x=1", "a?x=1", "a?X=1"]) await respond(cache, { urlKey, produce });
    expect(made).toBe(1);
  });

  it("does not validate a URL key twice", async () => {
    const cache = createResponseCache();
    await respond(cache);
    const response = await cache.respond({
      request: new Request("http://akari.test/"),
      freshness: { maxAgeSeconds: 60 },
      urlKey: "a?b",
      resolve: () => {
        throw new Error("was read");
      },
    });
    expect(await response.text()).toBe(body("a"));
  });

  it("passes on what validation throws", () => {
    const resolve = () => {
      throw new RangeError("refused");
    };
    expect(() =>
      createResponseCache().respond({
        request: new Request("http://akari.test/"),
        freshness: { maxAgeSeconds: 1 },
        urlKey: "",
        resolve,
      }),
    ).toThrow(RangeError);
  });

  it("produces once for concurrent requests", async () => {
    const cache = createResponseCache();
    const work = deferred<PublicBody>();
    let calls = 0;
    const produce = () => {
      calls += 1;
      return work.promise;
    };
    const responses = Array.from({ length: 50 }, (_, index) =>
      respond(cache, { urlKey: `a?${index}`, produce }),
    );
    work.resolve({ json: body("a") });
    for (const response of await Promise.all(responses))
      expect(await response.text()).toBe(body("a"));
    expect(calls).toBe(1);
  });

  it("rejects all concurrent requests with a failure, and caches none", async () => {
    const cache = createResponseCache();
    const work = deferred<PublicBody>();
    const waiting = Promise.allSettled([
      respond(cache, { produce: () => work.promise }),
      respond(cache, { produce: () => work.promise }),
    ]);
    work.reject(new Error("gone"));
    expect((await waiting).map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
    expect(cache.usage.bytes).toBe(0);
    expect((await respond(cache)).status).toBe(200);
  });

  it.each([
    ["br", (bytes: Uint8Array) => brotliDecompressSync(bytes)],
    ["gzip", (bytes: Uint8Array) => gunzipSync(bytes)],
  ] as const)(
    "sends the same bytes in %s, compressed once and under an ETag of its own",
    async (encoding, unpack) => {
      const cache = createResponseCache();
      const plain = await respond(cache);
      const first = await respond(cache, { headers: { "accept-encoding": encoding } });
      const size = cache.usage.bytes;
      const second = await respond(cache, { headers: { "accept-encoding": encoding } });
      expect(cache.usage.bytes).toBe(size);
      expect(first.headers.get("content-encoding")).toBe(encoding);
      expect(first.headers.get("etag")).not.toBe(plain.headers.get("etag"));
      expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
      for (const response of [first, second])
        expect(unpack(new Uint8Array(await response.arrayBuffer())).toString()).toBe(body("a"));
    },
  );

  it("does not compress what is smaller than the extra headers", async () => {
    const response = await respond(createResponseCache(), {
      headers: { "accept-encoding": "br" },
      produce: () => Promise.resolve({ json: "{}" }),
    });
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  it("responds 304 to the ETag of any encoding, and compresses nothing for it", async () => {
    const cache = createResponseCache();
    const etag = (await respond(cache)).headers.get("etag") ?? "";
    const size = cache.usage.bytes;
    for (const tag of [etag, `"x", W/${etag}`, etag.replace(/"$/, '-gzip"')]) {
      const response = await respond(cache, {
        headers: { "if-none-match": tag, "accept-encoding": "br" },
      });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag.replace(/"$/, '-br"'));
    }
    expect((await respond(cache, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
    expect(cache.usage.bytes).toBe(size);
  });

  it("varies by encoding, and by what the process adds", async () => {
    const cache = createResponseCache();
    expect((await respond(cache)).headers.get("vary")).toBe("Accept-Encoding");
    expect((await respond(cache, { vary: "Origin" })).headers.get("vary")).toBe(
      "Accept-Encoding, Origin",
    );
  });

  it("updates Expires every second", async () => {
    let now = Date.UTC(2026, 0, 1, 12, 0, 0, 999);
    const cache = createResponseCache({ now: () => now });
    expect((await respond(cache, { expires: true })).headers.get("expires")).toBe(
      "Thu, 01 Jan 2026 12:01:00 GMT",
    );
    now += 1;
    expect((await respond(cache, { expires: true })).headers.get("expires")).toBe(
      "Thu, 01 Jan 2026 12:01:01 GMT",
    );
    expect((await respond(cache)).headers.get("expires")).toBeNull();
  });

  it("evicts the least recently used entry when it is full", async () => {
    const cache = createResponseCache({ maxBytes: 10 * 6_500 });
    const produced: string[] = [];
    const get = (key: string) =>
      respond(cache, {
        key,
        urlKey: key,
        produce: () => {
          produced.push(key);
          return Promise.resolve({ json: body(key) });
        },
      });
    for (let index = 0; index < 10; index += 1) await get(`k${index}`);
    await get("k0");
    for (const key of ["n1", "n2"]) await get(key);
    produced.length = 0;
    await get("k0");
    await get("k1");
    expect(produced).toEqual(["k1"]);
    expect(cache.usage.bytes).toBeLessThanOrEqual(10 * 6_500);
  });

  it("stays within its size when entries are compressed later", async () => {
    const cache = createResponseCache({ maxBytes: 40_000 });
    for (let index = 0; index < 30; index += 1) {
      const key = `k${index}`;
      await respond(cache, { key, urlKey: key });
      await respond(cache, { key, urlKey: key, headers: { "accept-encoding": "gzip" } });
      expect(cache.usage.bytes).toBeLessThanOrEqual(40_000);
    }
  });

  it("responds with a body too large to cache", async () => {
    const cache = createResponseCache({ maxBytes: 4 * 10_000 });
    const json = (length: number) => ({
      produce: () => Promise.resolve({ json: "x".repeat(length) }),
    });
    // 10,000 bytes less the key (2) and the overhead (4,096).
    expect((await respond(cache, json(5_903))).status).toBe(200);
    expect(cache.usage.bytes).toBe(0);
    await respond(cache, json(5_902));
    expect(cache.usage.bytes).toBe(10_000);
  });

  it("is empty after clear, and does not store what was being produced", async () => {
    const cache = createResponseCache();
    await respond(cache);
    const work = deferred<PublicBody>();
    const early = respond(cache, { key: "b", urlKey: "b", produce: () => work.promise });
    cache.clear();
    expect(cache.usage.bytes).toBe(0);
    const late = await respond(cache, {
      key: "b",
      urlKey: "b",
      produce: () => Promise.resolve({ json: '"new"' }),
    });
    work.resolve({ json: '"old"' });
    expect(await (await early).text()).toBe('"old"');
    expect(await late.text()).toBe('"new"');
    expect(await (await respond(cache, { key: "b", urlKey: "b" })).text()).toBe('"new"');
  });

  it("does not grow with the number of URL keys", async () => {
    const queryKeysByUrlKey = createKeyCache(100_000);
    const cache = createResponseCache({ queryKeysByUrlKey });
    await respond(cache);
    const { bytes } = cache.usage;
    for (let index = 0; index < 10_000; index += 1)
      await respond(cache, { urlKey: `a?cb=${index}` });
    expect(cache.usage.bytes).toBe(bytes);
    expect(queryKeysByUrlKey.usage.bytes).toBeLessThanOrEqual(100_000);
  });

  it("counts one hit or miss per request", async () => {
    const cache = createResponseCache();
    for (const urlKey of ["a?1", "a?1", "a?2"]) await respond(cache, { urlKey });
    cache.clear();
    await respond(cache, { urlKey: "a?1" });
    expect(cache.usage).toMatchObject({ hits: 2, misses: 2 });
  });
});

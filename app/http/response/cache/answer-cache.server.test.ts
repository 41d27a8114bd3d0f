import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createAnswerCache, type AnswerCache, type PublicBody } from "./answer-cache.server";

interface Question {
  spelling?: string;
  key?: string;
  headers?: Record<string, string>;
  produce?: () => Promise<PublicBody>;
  vary?: string;
  expires?: boolean;
}

/** Asks for an answer of 2,000 bytes that nobody could tell from another of the same key. */
async function ask(cache: AnswerCache, question: Question = {}): Promise<Response> {
  const {
    spelling = "a?b",
    key = "a",
    headers = {},
    produce = () => Promise.resolve({ json: body(key) }),
    vary,
    expires = false,
  } = question;
  return cache.respond({
    request: new Request("http://akari.test/", { headers }),
    vary,
    freshness: { maxAgeSeconds: 60, expires },
    spelling,
    resolve: () => ({ key, produce }),
  });
}

const body = (key: string): string => `{"key":"${key}","text":"${"x".repeat(2_000)}"}`;

/** A promise to settle by hand. */
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

describe("an answer cache", () => {
  it("makes an answer once for all its spellings", async () => {
    const cache = createAnswerCache();
    let made = 0;
    const produce = () => Promise.resolve({ json: body(String((made += 1))) });
    for (const spelling of ["a?x=1", "a?x=1", "a?X=1"]) await ask(cache, { spelling, produce });
    expect(made).toBe(1);
  });

  it("does not read a request again whose spelling it knows", async () => {
    const cache = createAnswerCache();
    await ask(cache);
    const answer = await cache.respond({
      request: new Request("http://akari.test/"),
      freshness: { maxAgeSeconds: 60 },
      spelling: "a?b",
      resolve: () => {
        throw new Error("was read");
      },
    });
    expect(await answer.text()).toBe(body("a"));
  });

  it("lets what the reading throws through", () => {
    const resolve = () => {
      throw new RangeError("refused");
    };
    expect(() =>
      createAnswerCache().respond({
        request: new Request("http://akari.test/"),
        freshness: { maxAgeSeconds: 1 },
        spelling: "",
        resolve,
      }),
    ).toThrow(RangeError);
  });

  it("asks the database once for many at the same time", async () => {
    const cache = createAnswerCache();
    const work = deferred<PublicBody>();
    let asked = 0;
    const produce = () => {
      asked += 1;
      return work.promise;
    };
    const answers = Array.from({ length: 50 }, (_, index) =>
      ask(cache, { spelling: `a?${index}`, produce }),
    );
    work.resolve({ json: body("a") });
    for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe(body("a"));
    expect(asked).toBe(1);
  });

  it("tells a failure to all who waited, and keeps none of it", async () => {
    const cache = createAnswerCache();
    const work = deferred<PublicBody>();
    const waiting = Promise.allSettled([
      ask(cache, { produce: () => work.promise }),
      ask(cache, { produce: () => work.promise }),
    ]);
    work.reject(new Error("gone"));
    expect((await waiting).map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
    expect(cache.size).toBe(0);
    expect((await ask(cache)).status).toBe(200);
  });

  it.each([
    ["br", (bytes: Uint8Array) => brotliDecompressSync(bytes)],
    ["gzip", (bytes: Uint8Array) => gunzipSync(bytes)],
  ] as const)(
    "sends the same bytes in %s, compressed once and under an etag of its own",
    async (encoding, unpack) => {
      const cache = createAnswerCache();
      const plain = await ask(cache);
      const first = await ask(cache, { headers: { "accept-encoding": encoding } });
      const size = cache.size;
      const second = await ask(cache, { headers: { "accept-encoding": encoding } });
      expect(cache.size).toBe(size);
      expect(first.headers.get("content-encoding")).toBe(encoding);
      expect(first.headers.get("etag")).not.toBe(plain.headers.get("etag"));
      expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
      for (const answer of [first, second])
        expect(unpack(new Uint8Array(await answer.arrayBuffer())).toString()).toBe(body("a"));
    },
  );

  it("does not compress what is smaller than its headers", async () => {
    const answer = await ask(createAnswerCache(), {
      headers: { "accept-encoding": "br" },
      produce: () => Promise.resolve({ json: "{}" }),
    });
    expect(answer.headers.get("content-encoding")).toBeNull();
  });

  it("answers 304 to the etag of any encoding, and compresses nothing for it", async () => {
    const cache = createAnswerCache();
    const etag = (await ask(cache)).headers.get("etag") ?? "";
    const { size } = cache;
    for (const tag of [etag, `"x", W/${etag}`, etag.replace(/"$/, '-gzip"')]) {
      const answer = await ask(cache, {
        headers: { "if-none-match": tag, "accept-encoding": "br" },
      });
      expect(answer.status).toBe(304);
      expect(answer.headers.get("etag")).toBe(etag.replace(/"$/, '-br"'));
    }
    expect((await ask(cache, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
    expect(cache.size).toBe(size);
  });

  it("varies by encoding, and by what the process adds", async () => {
    const cache = createAnswerCache();
    expect((await ask(cache)).headers.get("vary")).toBe("Accept-Encoding");
    expect((await ask(cache, { vary: "Origin" })).headers.get("vary")).toBe(
      "Accept-Encoding, Origin",
    );
  });

  it("writes Expires anew for every second", async () => {
    let now = Date.UTC(2026, 0, 1, 12, 0, 0, 999);
    const cache = createAnswerCache(1_000_000, () => now);
    expect((await ask(cache, { expires: true })).headers.get("expires")).toBe(
      "Thu, 01 Jan 2026 12:01:00 GMT",
    );
    now += 1;
    expect((await ask(cache, { expires: true })).headers.get("expires")).toBe(
      "Thu, 01 Jan 2026 12:01:01 GMT",
    );
    expect((await ask(cache)).headers.get("expires")).toBeNull();
  });

  it("forgets what was used longest ago when it is full", async () => {
    const cache = createAnswerCache(10 * 6_500);
    const produced: string[] = [];
    const get = (key: string) =>
      ask(cache, {
        key,
        spelling: key,
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
    expect(cache.size).toBeLessThanOrEqual(10 * 6_500);
  });

  it("stays within its bytes when answers are compressed later", async () => {
    const cache = createAnswerCache(40_000);
    for (let index = 0; index < 30; index += 1) {
      const key = `k${index}`;
      await ask(cache, { key, spelling: key });
      await ask(cache, { key, spelling: key, headers: { "accept-encoding": "gzip" } });
      expect(cache.size).toBeLessThanOrEqual(40_000);
    }
  });

  it("answers what is too large to keep, and does not keep it", async () => {
    const cache = createAnswerCache(8 * 10_000);
    const json = (length: number) => ({
      produce: () => Promise.resolve({ json: "x".repeat(length) }),
    });
    // Its share is 10,000 bytes, of which the key takes 2 and the entry itself 4,096.
    expect((await ask(cache, json(5_903))).status).toBe(200);
    expect(cache.size).toBe(0);
    await ask(cache, json(5_902));
    expect(cache.size).toBe(10_000);
  });

  it("forgets everything when cleared, and what was under way at that time too", async () => {
    const cache = createAnswerCache();
    await ask(cache);
    const work = deferred<PublicBody>();
    const early = ask(cache, { key: "b", spelling: "b", produce: () => work.promise });
    cache.clear();
    expect(cache.size).toBe(0);
    const late = await ask(cache, {
      key: "b",
      spelling: "b",
      produce: () => Promise.resolve({ json: '"new"' }),
    });
    work.resolve({ json: '"old"' });
    expect(await (await early).text()).toBe('"old"');
    expect(await late.text()).toBe('"new"');
    expect(await (await ask(cache, { key: "b", spelling: "b" })).text()).toBe('"new"');
  });

  it("does not grow with the number of spellings", async () => {
    const cache = createAnswerCache();
    await ask(cache);
    const { size } = cache;
    for (let index = 0; index < 10_000; index += 1) await ask(cache, { spelling: `a?cb=${index}` });
    expect(cache.size).toBe(size);
  });
});

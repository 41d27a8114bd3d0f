import type { ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AppError } from "~/errors/app-error";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import { startMediaOrigin } from "../../fakes/media-origin";
import { createTestOutbound } from "../../support/media/outbound";
import { createSelfSignedCertificate, OPENSSL } from "../../support/media/self-signed";

const MIB = 1024 * 1024;
const text =
  (body: string, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, headers).end(body);
const redirect =
  (location: string, status = 302) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, { location }).end("moved");
/** The error's code and message, or the unexpected response. */
const failure = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ code: "none", message: `response ${JSON.stringify(value)}` }),
    (error: unknown) =>
      error instanceof AppError
        ? { code: error.code, message: error.message }
        : { code: "foreign", message: String(error) },
  );

/** Streams report their end a moment after their reader does. */
const isIdle = (outbound: Outbound) =>
  vi.waitFor(() => expect(outbound.active).toBe(0), { timeout: 60_000 });

describe("guardedFetch", () => {
  it("returns status, listed headers (SSRF-S39), final URL and body", async () => {
    const origin = await startMediaOrigin({
      "/old": redirect("/new?x=1"),
      "/new": text("hello", {
        "content-type": "text/plain",
        etag: '"1"',
        "set-cookie": "a=b",
        "strict-transport-security": "max-age=1",
        "clear-site-data": "*",
      }),
    });
    const response = await createTestOutbound([origin]).fetch(`${origin.url}/old#part`);
    expect(response.status).toBe(200);
    expect(response.url.href).toBe(`${origin.url}/new?x=1`);
    expect(response.headers).toMatchObject({ "content-type": "text/plain", etag: '"1"' });
    expect(Object.keys(response.headers)).toEqual(["content-type", "date", "etag"]);
    expect((await response.bytes()).toString()).toBe("hello");
  });

  it("sends listed headers only, and a constant user agent (SSRF-S37, SSRF-S38)", async () => {
    const origin = await startMediaOrigin({ "/": text("") });
    const given = {
      range: "bytes=0-1",
      cookie: "a=b",
      authorization: "Basic x",
      referer: "http://viewer.test/",
      "x-forwarded-for": "192.0.2.7",
      "user-agent": "Viewer/1",
    };
    await (await createTestOutbound([origin]).fetch(origin.url, { headers: given })).bytes();
    const headers = origin.requests[0]?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual([
      "accept-encoding",
      "connection",
      "host",
      "range",
      "user-agent",
    ]);
    expect(headers["user-agent"]).not.toContain("Viewer");
  });

  it("sends a body, and no credentials to another origin", async () => {
    const other = await startMediaOrigin({ "/": text("") });
    const origin = await startMediaOrigin({
      "/": redirect(other.url),
      "/same": redirect("/end"),
      "/end": text(""),
      "/post": text(""),
    });
    const outbound = createTestOutbound([origin, other]);
    for (const path of ["/", "/same"])
      await (await outbound.fetch(origin.url + path, { authorization: "Bearer secret" })).bytes();
    expect(origin.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer secret",
      "Bearer secret",
      "Bearer secret",
    ]);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
    await (await outbound.fetch(`${origin.url}/post`, { method: "POST", body: "äöü" })).bytes();
    expect(origin.requests.at(-1)?.headers["content-length"]).toBe("6");
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ])("decodes %s, and drops its Content-Length", async (coding, compress) => {
    const origin = await startMediaOrigin({
      "/": (_, response) =>
        void response
          .writeHead(200, { "content-encoding": coding })
          .end(compress("hello ".repeat(1000))),
    });
    const response = await createTestOutbound([origin]).fetch(origin.url);
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(response.headers["content-length"]).toBeUndefined();
    expect((await response.bytes()).toString()).toBe("hello ".repeat(1000));
  });

  it("requests identity encoding for byte ranges (RANGE-S15)", async () => {
    const origin = await startMediaOrigin({ "/": text("") });
    await (await createTestOutbound([origin]).fetch(origin.url, { compressed: false })).bytes();
    expect(origin.requests[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it("fails on an unexpected or invalid encoding", async () => {
    const origin = await startMediaOrigin({
      "/unknown": text("x", { "content-encoding": "zstd" }),
      "/twice": text("x", { "content-encoding": "gzip, gzip" }),
      "/broken": text("not gzip at all", { "content-encoding": "gzip" }),
      "/cut": (_, response) =>
        void response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync("hello").subarray(0, 15)),
    });
    const outbound = createTestOutbound([origin]);
    for (const path of ["/unknown", "/twice", "/broken", "/cut"]) {
      expect(
        await failure(outbound.fetch(origin.url + path).then((response) => response.bytes())),
      ).toMatchObject({ code: "upstream-failed" });
    }
    await isIdle(outbound);
  });

  it("accepts a body of exactly the limit, and rejects one byte more: declared, chunked or compressed", async () => {
    const origin = await startMediaOrigin({
      "/declared": (request, response) =>
        void response.end("x".repeat(Number(request.url?.split("?")[1]))),
      "/chunked": (request, response) => {
        response.flushHeaders();
        for (let remaining = Number(request.url?.split("?")[1]); remaining > 0; remaining -= 100)
          response.write("x".repeat(Math.min(100, remaining)));
        response.end();
      },
      "/gzip": (request, response) =>
        void response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync("x".repeat(Number(request.url?.split("?")[1])))),
    });
    const outbound = createTestOutbound([origin]);
    for (const path of ["/declared", "/chunked", "/gzip"]) {
      expect(
        await outbound
          .fetch(`${origin.url}${path}?1000`, { maxBytes: 1000 })
          .then((response) => response.bytes()),
      ).toHaveLength(1000);
      expect(
        await failure(
          outbound
            .fetch(`${origin.url}${path}?1001`, { maxBytes: 1000 })
            .then((response) => response.bytes()),
        ),
      ).toEqual({
        code: "invalid",
        message: "The source is larger than allowed.",
      });
    }
    await isIdle(outbound);
  });

  it("stops a compressed bomb at the limit", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB));
    const origin = await startMediaOrigin({
      "/": (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    });
    expect(
      await failure(
        createTestOutbound([origin])
          .fetch(origin.url, { maxBytes: 10 * MIB })
          .then((response) => response.bytes()),
      ),
    ).toMatchObject({ code: "invalid" });
  });

  it("holds no more of a compressed bomb than the limit", { tags: "nightly" }, async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB));
    const origin = await startMediaOrigin({
      "/": (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    });
    const before = process.memoryUsage.rss();
    await failure(
      createTestOutbound([origin])
        .fetch(origin.url, { maxBytes: 10 * MIB })
        .then((response) => response.bytes()),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(80 * MIB);
  });

  it("follows five redirects of every kind, and not a sixth (SSRF-S29)", async () => {
    const chain = Object.fromEntries(
      [301, 302, 303, 307, 308, 302].map((status, index) => [
        `/${index}`,
        redirect(`/${index + 1}`, status),
      ]),
    );
    const origin = await startMediaOrigin({
      ...chain,
      "/6": text("end"),
      "/loop": redirect("/loop"),
    });
    const outbound = createTestOutbound([origin]);
    expect((await (await outbound.fetch(`${origin.url}/1`)).bytes()).toString()).toBe("end");
    expect(await failure(outbound.fetch(`${origin.url}/0`))).toEqual({
      code: "invalid",
      message: "The source redirects more than 5 times.",
    });
    const before = origin.requests.length;
    expect(await failure(outbound.fetch(`${origin.url}/loop`))).toMatchObject({ code: "invalid" });
    expect(origin.requests.length - before).toBe(6);
    await isIdle(outbound);
  });

  it.each([
    ["a private address (SSRF-S25)", "http://127.0.0.1:1/x"],
    ["another address of this machine", "http://[::1]:1/x"],
    ["a file (SSRF-S28)", "file:///etc/passwd"],
    ["credentials", "http://a:b@pub.test/"],
    ["our own origin (SSRF-S35)", "http://akari.test/api/proxy"],
    ["nothing readable", "http://[:/"],
  ])("checks every hop: rejects a redirect to %s", async (_, location) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const origin = await startMediaOrigin({
        "/": redirect("/second"),
        "/second": redirect(location, status),
      });
      expect(
        await failure(
          createTestOutbound([origin]).fetch(origin.url, { ownOrigin: "http://akari.test" }),
        ),
      ).toMatchObject({ code: "invalid" });
    }
  });

  it("dials public IP addresses only, and none without a public one (SSRF-S21, SSRF-S22, SSRF-S23, SSRF-S24)", async () => {
    const canary = await startMediaOrigin({ "/": text("secret") });
    const responses = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.9.8.7"].map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    const outbound = createTestOutbound([], { resolve: () => Promise.resolve(responses) });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(await failure(outbound.fetch(`http://rebind.test:${canary.port}/`))).toEqual({
        code: "invalid",
        message: "This source is not allowed: it is not on the public internet.",
      });
    }
    expect(canary.connections.accepted).toBe(0);
    await isIdle(outbound);
  });

  it("reports unknown hosts as not found and closed ports as a failure, without details (SSRF-S36, SSRF-S45)", async () => {
    const closed = await startMediaOrigin({});
    const outbound = createTestOutbound([{ ...closed, host: "127.0.0.1:9" }], {
      resolve: () =>
        Promise.reject(
          Object.assign(new Error("queryA ENOTFOUND secret.internal"), { code: "ENOTFOUND" }),
        ),
    });
    const expected = {
      code: "not-found",
      message: "The source’s host does not exist or does not respond.",
    };
    const refused = { code: "upstream-failed", message: "The source could not be fetched." };
    for (const relayed of [false, true]) {
      expect(await failure(outbound.fetch("http://unknown.test/", { relayed }))).toEqual(expected);
      expect(await failure(outbound.fetch("http://127.0.0.1:9/", { relayed }))).toEqual(refused);
    }
    await isIdle(outbound);
  });

  it("ends slow exchanges at each of their limits, while others continue", async () => {
    const origin = await startMediaOrigin({
      "/silent": () => undefined,
      "/stalls": (_, response) =>
        void response.writeHead(200, { "content-length": "100" }).write("x"),
      "/ok": text("ok"),
    });
    const outbound = createTestOutbound([origin]);
    const late = { code: "upstream-failed", message: "The source did not respond in time." };
    expect(await failure(outbound.fetch(`${origin.url}/silent`, { firstByteMs: 40 }))).toEqual(
      late,
    );
    expect(await failure(outbound.fetch(`${origin.url}/silent`, { deadlineMs: 40 }))).toEqual(late);
    expect(
      await failure(
        outbound
          .fetch(`${origin.url}/stalls`, { deadlineMs: 200 })
          .then((response) => response.bytes()),
      ),
    ).toEqual(late);
    expect(
      await failure(
        outbound
          .fetch(`${origin.url}/stalls`, { firstByteMs: 5_000, idleMs: 40 })
          .then((response) => response.bytes()),
      ),
    ).toEqual(late);
    const slow = createTestOutbound([], { resolve: () => new Promise(() => undefined) });
    expect(await failure(slow.fetch("http://slowdns.test/", { deadlineMs: 40 }))).toEqual(late);
    await isIdle(slow);
    expect(
      (
        await (
          await outbound.fetch(`${origin.url}/ok`, { firstByteMs: 20_000, idleMs: 20_000 })
        ).bytes()
      ).toString(),
    ).toBe("ok");
    await isIdle(outbound);
  });

  it("does not mistake a paused reader for a silent source", async () => {
    const origin = await startMediaOrigin({
      "/": (_, response) => void response.end(Buffer.alloc(4 * MIB)),
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const response = await createTestOutbound([origin]).fetch(origin.url, {
      firstByteMs: 20_000,
      idleMs: 30_000,
    });
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    while (response.body.readableLength < response.body.readableHighWaterMark)
      await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(3_600_000);
    let bytes = 0;
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      bytes += (next.value as Buffer).length;
    expect(bytes).toBeGreaterThan(3 * MIB);
  });

  it("passes on that the client left: before the head, in the body, and before it starts", async () => {
    let arrived = () => undefined as void;
    const origin = await startMediaOrigin({
      "/silent": () => arrived(),
      "/endless": (_, response) => void response.writeHead(200).write("x"),
    });
    const outbound = createTestOutbound([origin]);
    const waiting = new AbortController();
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const silent = failure(outbound.fetch(`${origin.url}/silent`, { signal: waiting.signal }));
    await reached;
    waiting.abort();
    expect(await silent).toMatchObject({ code: "cancelled" });

    const reading = new AbortController();
    const response = await outbound.fetch(`${origin.url}/endless`, { signal: reading.signal });
    const rest = failure(response.bytes());
    reading.abort();
    expect(await rest).toMatchObject({ code: "cancelled" });
    await origin.waitForConnections(0);
    expect(
      await failure(outbound.fetch(`${origin.url}/endless`, { signal: AbortSignal.abort() })),
    ).toMatchObject({ code: "cancelled" });
    expect(origin.requests).toHaveLength(2);
    await isIdle(outbound);
  });

  it("distinguishes a truncated body from a complete one (LOAD-S03)", async () => {
    const origin = await startMediaOrigin({
      "/": (_, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("x".repeat(50), () => response.destroy());
      },
    });
    expect(
      await failure(
        createTestOutbound([origin])
          .fetch(origin.url)
          .then((response) => response.bytes()),
      ),
    ).toMatchObject({ code: "upstream-failed" });
  });

  it("reuses connections, and recovers when one was closed meanwhile", async () => {
    const origin = await startMediaOrigin({
      "/": text("ok"),
      "/last": (_, response) => void response.end("bye", () => response.socket?.destroySoon()),
    });
    const outbound = createTestOutbound([origin]);
    for (let count = 0; count < 3; count += 1) await (await outbound.fetch(origin.url)).bytes();
    expect(origin.connections.accepted).toBe(1);
    await (await outbound.fetch(`${origin.url}/last`)).bytes();
    expect((await (await outbound.fetch(origin.url)).bytes()).toString()).toBe("ok");
  });

  it("bounds concurrent exchanges, queues the rest, and rejects beyond the queue", async () => {
    const heldResponses: ServerResponse[] = [];
    const origin = await startMediaOrigin((_, response) => void heldResponses.push(response));
    const outbound = createTestOutbound([origin], { slots: { perHost: 2, total: 3, queue: 1 } });
    const read = () => outbound.fetch(origin.url).then((response) => response.bytes());
    const first = [read(), read(), read()];
    expect(await failure(outbound.fetch(origin.url))).toMatchObject({ code: "busy" });
    expect(outbound.active).toBe(2);
    while (heldResponses.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(origin.requests).toHaveLength(2);
    while (origin.requests.length < 3 || heldResponses.length > 0) {
      heldResponses.pop()?.end("done");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(first)).map(String)).toEqual(["done", "done", "done"]);
    await isIdle(outbound);
  });

  it.skipIf(OPENSSL === undefined)(
    "SSRF-S42 rejects invalid certificates (needs openssl)",
    async () => {
      const origin = await startMediaOrigin(
        { "/": text("secret") },
        { tls: createSelfSignedCertificate("127.0.0.1") },
      );
      for (const relayed of [false, true])
        expect(await failure(createTestOutbound([origin]).fetch(origin.url, { relayed }))).toEqual({
          code: "upstream-failed",
          message: "The source could not be fetched.",
        });
      expect(origin.requests).toHaveLength(0);
    },
  );
});

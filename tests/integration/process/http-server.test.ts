import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { Release, Semaphore } from "~/concurrency/semaphore";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { finishRequests } from "~/process/finish-requests.server";
import { drain } from "~/process/http-server.server";
import type { AppServices } from "~/process/app-services";
import { startProcess } from "../../support/server/process";
import { rawExchange } from "../../support/server/raw-http";

const operation = { summary: "", tags: [], responses: {} };
const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
const request = (head: string[], body = "") =>
  [...head, "Connection: close", "", body].join("\r\n");

describe("the process", () => {
  it("gives every response a request id and the security headers", async () => {
    const { origin } = await startProcess();
    for (const path of ["/", "/api/nothing", "/healthz"]) {
      const { headers } = await fetch(origin + path);
      expect(headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-powered-by")).toBeNull();
    }
  });

  it("sends HSTS only over HTTPS", async () => {
    const plain = await startProcess();
    expect((await fetch(plain.origin)).headers.get("strict-transport-security")).toBeNull();
    const behindProxy = await startProcess({ environment: { TRUSTED_PROXIES: "127.0.0.1" } });
    for (const headers of [
      { "x-forwarded-proto": "https" },
      { "x-forwarded-proto": "https, http" },
      { forwarded: "for=198.51.100.1;proto=https" },
    ] as Record<string, string>[]) {
      const throughTls = await fetch(behindProxy.origin, { headers });
      expect(throughTls.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    }
    for (const [environment, value] of [
      [{ HSTS: "off" }, null],
      [{ HSTS: "max-age=5; includeSubDomains" }, "max-age=5; includeSubDomains"],
      [{ PUBLIC_URL: "https://akari.example.org" }, "max-age=31536000"],
      [{ PUBLIC_URL: "https://akari.local" }, null],
      [{ PUBLIC_URL: "https://akari:8443" }, null],
      [{ PUBLIC_URL: "https://nas.home.arpa" }, null],
    ] as const) {
      const { origin } = await startProcess({
        environment: { TRUSTED_PROXIES: "127.0.0.1", ...environment },
      });
      const { headers } = await fetch(origin, { headers: { "x-forwarded-proto": "https" } });
      expect(headers.get("strict-transport-security")).toBe(value);
    }
    const forged = await fetch(plain.origin, { headers: { "x-forwarded-proto": "https" } });
    expect(forged.headers.get("strict-transport-security")).toBeNull();
  });

  it("compresses pages, and responds to HEAD with the same headers", async () => {
    const { origin } = await startProcess({
      pages: () =>
        Promise.resolve(
          new Response("<p>".repeat(1000), { headers: { "content-type": "text/html" } }),
        ),
    });
    const response = await fetch(origin, { headers: { "accept-encoding": "br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(await response.text()).toBe("<p>".repeat(1000));
    const head = await fetch(origin, { method: "HEAD", headers: { "accept-encoding": "br" } });
    expect(head.headers.get("content-length")).toBe(response.headers.get("content-length"));
    expect(await head.text()).toBe("");
  });

  it.each([
    ["garbage", "GARBAGE\r\n\r\n", 400],
    ["a host that smuggles", request(["GET / HTTP/1.1", "Host: a b"]), 400],
    ["a path that cannot be decoded", request(["GET /%zz HTTP/1.1", "Host: x"]), 400],
    ["no host", request(["GET / HTTP/1.1"]), 400],
    [
      "LOAD-S08 headers just over the limit",
      request(["GET / HTTP/1.1", "Host: x", `X-A: ${"a".repeat(16_384)}`]),
      431,
    ],
    [
      "LOAD-S09 two lengths",
      request(["POST / HTTP/1.1", "Host: x", "Content-Length: 3", "Content-Length: 4"], "abc"),
      400,
    ],
    [
      "LOAD-S09 a length and chunks",
      request(
        ["POST / HTTP/1.1", "Host: x", "Content-Length: 3", "Transfer-Encoding: chunked"],
        "0\r\n\r\n",
      ),
      400,
    ],
    [
      "LOAD-S09 an unknown transfer coding",
      request(["POST / HTTP/1.1", "Host: x", "Transfer-Encoding: xchunked"], "abc"),
      400,
    ],
    ["LOAD-S10 TRACE", request(["TRACE / HTTP/1.1", "Host: x"]), 405],
    [
      "LOAD-S10 an upgrade to HTTP/2",
      request(["GET / HTTP/1.1", "Host: x", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"]),
      200,
    ],
    [
      "LOAD-S08 an address of 100 KB",
      request([`GET /${"a".repeat(100_000)} HTTP/1.1`, "Host: x"]),
      414,
    ],
    [
      "LOAD-S08 ten thousand parameters",
      request([`GET /?${"a=1&".repeat(10_000)} HTTP/1.1`, "Host: x"]),
      414,
    ],
    [
      "SSRF-S40 a source of 20,000 characters",
      request([`GET /api/proxy?url=http://pub.test/${"a".repeat(20_000)} HTTP/1.1`, "Host: x"]),
      414,
    ],
  ])("survives %s", async (_, bytes, status) => {
    const { port, origin } = await startProcess();
    expect(statusOf(await rawExchange(port, bytes))).toBe(status);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  it("accepts headers just under the limit", async () => {
    const { port } = await startProcess();
    expect(
      statusOf(
        await rawExchange(
          port,
          request(["GET / HTTP/1.1", "Host: x", `X-A: ${"a".repeat(16_000)}`]),
        ),
      ),
    ).toBe(200);
  });

  it.each(["/signup", "/visitor", "/settings"])(
    "rejects a cross-site form to %s before any route sees it",
    async (path) => {
      const statuses: string[] = [];
      const pages = (request: Request) => {
        statuses.push(request.url);
        return Promise.resolve(new Response());
      };
      const { origin } = await startProcess({ pages });
      const send = (from: string) =>
        fetch(origin + path, {
          method: "POST",
          body: new URLSearchParams({ parental_control: "false" }),
          headers: { origin: from },
        });
      const refused = await send("https://evil.example");
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        error: expect.stringContaining("another site") as string,
      });
      expect(statuses).toEqual([]);
      expect((await send(origin)).status).toBe(200);
    },
  );

  it("LOAD-S10 responds to a hundred pipelined requests in order", async () => {
    const numbered: Endpoint = {
      methods: {
        GET: { ...operation, handle: ({ url }) => Response.json(url.searchParams.get("n")) },
      },
    };
    const { port } = await startProcess({ endpoints: { "/api/n": numbered } });
    const requests = Array.from(
      { length: 100 },
      (_, n) =>
        `GET /api/n?n=${n} HTTP/1.1\r\nHost: x\r\n${n === 99 ? "Connection: close\r\n" : ""}\r\n`,
    );
    const response = await rawExchange(port, requests.join(""));
    expect([...response.matchAll(/\r\n\r\n"(\d+)"/g)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: 100 }, (_, n) => n),
    );
  });

  it("LOAD-S09 parses no second request in the body of a rejected one", async () => {
    const { port } = await startProcess();
    const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const response = await rawExchange(
      port,
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    );
    expect(response.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 400"]);
  });

  it("LOAD-S10 responds to Expect with 100, and closes on CONNECT", async () => {
    const { port } = await startProcess();
    const expecting = await rawExchange(
      port,
      request(["POST / HTTP/1.1", "Host: x", "Content-Length: 2", "Expect: 100-continue"], "{}"),
    );
    expect(expecting).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 \d{3}/);
    expect(
      await rawExchange(port, "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n"),
    ).not.toMatch(/^HTTP\/1\.1 2/);
  });

  it(
    "LOAD-S04 LOAD-S05 disconnects slow senders, and serves other clients meanwhile",
    { tags: "rest" },
    async () => {
      const { server: usual } = await startProcess();
      expect(usual.headersTimeout).toBeLessThanOrEqual(20_000);
      expect(usual.requestTimeout).toBeLessThanOrEqual(60_000);
      const { port, origin } = await startProcess({
        httpLimits: {
          headersTimeout: 2_000,
          requestTimeout: 4_000,
          connectionsCheckingInterval: 500,
        },
      });
      const drip = (head: string) =>
        new Promise<void>((resolve) => {
          const socket = connect(port, "127.0.0.1", () => socket.write(head));
          const timer = setInterval(() => socket.write("a"), 500);
          socket
            .on("error", () => undefined)
            .on("close", () => {
              clearInterval(timer);
              resolve();
            });
          socket.resume();
        });
      const slow = Promise.all([
        ...Array.from({ length: 200 }, () => drip("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")),
        ...Array.from({ length: 50 }, () =>
          drip(
            "POST /api/auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
          ),
        ),
      ]);
      let isOver = false;
      void slow.then(() => (isOver = true));
      while (!isOver) {
        expect((await fetch(`${origin}/healthz`)).status).toBe(200);
        await pause(100);
      }
    },
  );

  it("responds 503 on /readyz without a database, and stays alive", async () => {
    const { origin } = await startProcess();
    const response = await fetch(`${origin}/readyz`);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  it("identifies a client by its connection, and by X-Forwarded-For behind a trusted proxy only", async () => {
    const limited: Endpoint = {
      methods: { GET: { ...operation, rateLimit: "signin", handle: () => Response.json(1) } },
    };
    const from = async (origin: string, port: string) =>
      (await fetch(`${origin}/api/l`, { headers: { "x-forwarded-for": port } })).status;
    const open = await startProcess({
      endpoints: { "/api/l": limited },
      environment: { RATE_LIMITS: "signin=1/60" },
    });
    expect([
      await from(open.origin, "198.51.100.1"),
      await from(open.origin, "198.51.100.2"),
    ]).toEqual([200, 429]);
    const proxied = await startProcess({
      endpoints: { "/api/l": limited },
      environment: { RATE_LIMITS: "signin=1/60", TRUSTED_PROXIES: "127.0.0.0/8" },
    });
    expect([
      await from(proxied.origin, "198.51.100.1"),
      await from(proxied.origin, "198.51.100.2"),
      await from(proxied.origin, "198.51.100.3, 198.51.100.1:4711"),
      await from(proxied.origin, "[2001:db8::1]:443"),
      await from(proxied.origin, "2001:DB8::1"),
    ]).toEqual([200, 200, 429, 200, 429]);
  });

  it("counts requests without a limit against none, whatever chooses among limits", async () => {
    const chooseRateLimit = () => Promise.resolve("videoProxy" as const);
    const handle = () => Response.json(1);
    const { origin } = await startProcess({
      endpoints: {
        "/api/free": { methods: { GET: { ...operation, handle, chooseRateLimit } } },
        "/api/chosen": {
          methods: { GET: { ...operation, handle, chooseRateLimit, rateLimit: "signin" } },
        },
      },
      environment: { RATE_LIMITS: "videoProxy=1/60" },
    });
    const statuses = [];
    for (const path of ["free", "free", "chosen", "chosen"])
      statuses.push((await fetch(`${origin}/api/${path}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it("accepts exactly the limit of concurrent requests", async () => {
    const limited: Endpoint = {
      methods: { GET: { ...operation, rateLimit: "animesFull", handle: () => Response.json(1) } },
    };
    const { origin } = await startProcess({ endpoints: { "/api/l": limited } });
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => (await fetch(`${origin}/api/l`)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200);
  });

  it("finishes responses while it drains, and cuts what outlasts the deadline", async () => {
    let finish = () => undefined as void;
    const slow: Endpoint = {
      methods: {
        GET: {
          ...operation,
          handle: () =>
            new Promise<Response>((resolve) => (finish = () => resolve(Response.json("done")))),
        },
      },
    };
    const { origin, server } = await startProcess({ endpoints: { "/api/slow": slow } });
    const arrived = new Promise((resolve) => server.once("request", resolve));
    const underway = fetch(`${origin}/api/slow`);
    await arrived;
    const drained = drain(server, 60_000);
    finish();
    expect(await (await underway).json()).toBe("done");
    await drained;
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();

    const endless = await startProcess({
      endpoints: {
        "/api/slow": {
          methods: { GET: { ...operation, handle: () => new Promise<Response>(() => undefined) } },
        },
      },
    });
    const reached = new Promise((resolve) => endless.server.once("request", resolve));
    const cut = expect(fetch(`${endless.origin}/api/slow`)).rejects.toThrow();
    await reached;
    await drain(endless.server, 1);
    await cut;
  });

  describe("that ends while requests wait for a slot", () => {
    const CLIENT = "127.0.0.1";

    /** A request waits for each kind of slots, all of which are taken. */
    async function startBusy() {
      const inSlot = (slotsOf: (services: AppServices) => Semaphore): Operation => ({
        ...operation,
        hasOwnSlots: true,
        handle: () =>
          slotsOf(process.services).run(() => Promise.resolve(Response.json("done")), {
            client: CLIENT,
          }),
      });
      const process = await startProcess({
        environment: { CLIENT_LIMITS: "pages=1,api=1,images=1" },
        endpoints: {
          "/api/call": { methods: { GET: { ...operation, handle: () => Response.json(1) } } },
          "/api/image": { methods: { GET: inSlot(({ media }) => media.imageSlots) } },
          "/api/stream": { methods: { GET: inSlot(({ media }) => media.streamSlots) } },
        },
      });
      const { shared, media } = process.services;
      const { pages, api } = shared.requestSlots;
      const releases: Release[] = [];
      for (const slots of [pages, api, media.imageSlots, media.streamSlots])
        for (let client = 0; client < 1_024; client += 1) {
          // Streams are limited in all, and the others per client.
          const release = slots.tryAcquire({
            client: slots === media.streamSlots ? String(client) : CLIENT,
          });
          if (release === null) break;
          releases.push(release);
        }
      const waiting = ["/", "/api/call", "/api/image", "/api/stream"].map((path) =>
        fetch(process.origin + path),
      );
      for (const slots of [pages, api, media.imageSlots, media.streamSlots])
        await expect.poll(() => slots.waiting).toBe(1);
      return { ...process, waiting, releases };
    }

    it("SHUTDOWN-S07 gives them the slots that become free in time", async () => {
      const { server, services, waiting, releases } = await startBusy();
      const finished = finishRequests(server, services, 60_000);
      for (const release of releases) release();
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([
        200, 200, 200, 200,
      ]);
      await finished;
    });

    it("SHUTDOWN-S07 tells them to come back otherwise", async () => {
      const { server, services, waiting } = await startBusy();
      const stopPlayerWaiting = vi.spyOn(services.media, "stopPlayerWaiting");
      const finished = finishRequests(server, services, 2_000);
      for (const { status, headers } of await Promise.all(waiting)) {
        expect(status).toBe(503);
        expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      }
      await finished;
      expect(stopPlayerWaiting).toHaveBeenCalledOnce();
    });
  });
});

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRequestSlots, handleInSlot } from "~/http/request/request-slots";
import { parseTrustedProxies } from "~/http/request/client-ip.server";
import { limitConnections } from "~/process/connection-limit.server";
import { createHttpServer } from "~/process/http-server.server";
import type { Endpoint } from "~/http/api/endpoint";
import { createPageRoutes } from "~/http/pages/page-routes";
import { handle as imageHandle } from "~/routes/media/title-image";
import { startProcess } from "../../support/server/process";

const FIRST = "127.0.0.1";
const SECOND = "127.0.0.2";
const THIRD = "127.0.0.3";

interface ReceivedResponse {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

function send(
  port: number,
  client: string,
  path: string,
  accept = "text/html",
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: FIRST, port, path, localAddress: client, agent: false, headers: { accept } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on("error", reject).end();
    onTestFinished(() => void request.destroy());
  });
}

/** Holds slots for longer than the queue's timeout. */
const heldSlots = (limits: { pages?: number; api?: number } = {}) => ({
  services: {
    requestSlots: createRequestSlots({
      pages: 8,
      api: 64,
      ...limits,
      timeoutMs: 600_000,
    }),
  },
});

/** Render until they are released. */
function heldPages() {
  const started: { path: string; finish: () => void }[] = [];
  const pages = (request: Request) =>
    new Promise<Response>((resolve) => {
      const { pathname } = new URL(request.url);
      started.push({ path: pathname, finish: () => resolve(new Response(pathname)) });
    });
  return { pages, started };
}

describe("pages of one client", () => {
  it(
    "take its share of the renders: others and health checks do not wait for 200 of them",
    { tags: "rest" },
    async () => {
      const { pages, started } = heldPages();
      const { port } = await startProcess({ pages, ...heldSlots() });
      const mine = Array.from({ length: 200 }, (_, index) => send(port, FIRST, `/first/${index}`));
      await expect.poll(() => started.length).toBe(8);
      expect((await send(port, FIRST, "/healthz")).status).toBe(200);
      const other = send(port, SECOND, "/second");
      await expect.poll(() => started.length).toBe(9);
      started.at(-1)?.finish();
      expect((await other).text).toBe("/second");
      expect(started).toHaveLength(9);
      for (let next = 0; next < 201; next += 1) {
        await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(next);
        started[next]?.finish();
      }
      expect(new Set((await Promise.all(mine)).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
    },
  );

  it("come after those of a client that has fewer", async () => {
    const { pages, started } = heldPages();
    const { port } = await startProcess({ pages, ...heldSlots() });
    const all = [FIRST, THIRD].flatMap((client) =>
      Array.from({ length: 12 }, (_, index) => send(port, client, `/${client}/${index}`)),
    );
    await expect.poll(() => started.length).toBe(16);
    const other = send(port, SECOND, "/second");
    // A later response on the same server means that it waits.
    await send(port, SECOND, "/healthz");
    started[0]?.finish();
    await expect.poll(() => started.length).toBe(17);
    expect(started[16]?.path).toBe("/second");
    for (let next = 0; next < 25; next += 1) {
      await expect.poll(() => started.length).toBeGreaterThan(next);
      started[next]?.finish();
    }
    await Promise.all([...all, other]);
  });

  it(
    "wait up to a number, and the next is 503 with Retry-After at once",
    { tags: "rest" },
    async () => {
      const { pages, started } = heldPages();
      const { port, services } = await startProcess({ pages, ...heldSlots({ pages: 1 }) });
      const waiting = Array.from({ length: 257 }, (_, index) => send(port, FIRST, `/${index}`));
      await expect.poll(() => services.shared.requestSlots.pages.waiting).toBe(256);
      const response = await send(port, FIRST, "/over");
      expect([response.status, response.headers["retry-after"]]).toEqual([503, "5"]);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(response.text).toContain("This site is busy. Try again in a few seconds.");
      const data = await send(port, FIRST, "/over", "*/*");
      expect([data.status, JSON.parse(data.text)]).toEqual([
        503,
        { error: "This site is busy. Try again in a few seconds.", status: 503 },
      ]);
      for (let next = 0; next < waiting.length; next += 1) {
        await expect.poll(() => started.length, { interval: 1 }).toBeGreaterThan(next);
        started[next]?.finish();
      }
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
      const { pages: slots } = services.shared.requestSlots;
      await expect.poll(() => [slots.active, slots.waiting]).toEqual([0, 0]);
    },
  );

  it("are refused after a bounded wait", async () => {
    const { pages } = createRequestSlots({ pages: 1, api: 1, timeoutMs: 20 });
    const never = new AbortController();
    const handle = () => new Promise<Response>(() => undefined);
    void handleInSlot(pages, "a", () => never.signal, handle);
    await expect(handleInSlot(pages, "a", () => never.signal, handle)).rejects.toMatchObject({
      code: "busy",
      retryAfterSeconds: 5,
    });
    expect([pages.active, pages.waiting]).toEqual([1, 0]);
  });

  it("open in ten tabs with sixty images each without a refusal", { tags: "rest" }, async () => {
    const pages = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response("page");
    };
    const images = { id: "images", path: "media/:kind/:id/:size", module: { handle: imageHandle } };
    const pageRoutes = createPageRoutes({ images });
    const { port } = await startProcess({ pages, pageRoutes });
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, tab) => [
        send(port, FIRST, `/anime/${tab}`),
        ...Array.from({ length: 60 }, (_, index) =>
          send(port, FIRST, `/media/cover/${tab * 60 + index}/240.webp`),
        ),
      ])
        .flat()
        .map(async (response) => (await response).status),
    );
    expect(statuses).toHaveLength(610);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

it("limits from the settings reach pages and the API", async () => {
  const { services } = await startProcess({ environment: { CLIENT_LIMITS: "pages=2,api=3" } });
  for (const [slots, limit] of [
    [services.shared.requestSlots.pages, 2],
    [services.shared.requestSlots.api, 3],
  ] as const) {
    const taken = Array.from({ length: limit + 1 }, () => slots.tryAcquire({ client: "a" }));
    expect(taken.map((release) => release !== null)).toEqual([
      ...Array.from({ length: limit }, () => true),
      false,
    ]);
  }
});

describe("API requests of one client", () => {
  it("wait for its share, and those of others do not", async () => {
    const started: { finish: () => void }[] = [];
    const slow: Endpoint = {
      methods: {
        GET: {
          summary: "",
          tags: [],
          responses: {},
          handle: () =>
            new Promise((resolve) =>
              started.push({ finish: () => resolve(Response.json("done")) }),
            ),
        },
      },
    };
    const { port } = await startProcess({
      endpoints: { "/api/slow": slow },
      ...heldSlots({ api: 2 }),
    });
    const mine = Array.from({ length: 4 }, () => send(port, FIRST, "/api/slow"));
    await expect.poll(() => started.length).toBe(2);
    const other = send(port, SECOND, "/api/slow");
    await expect.poll(() => started.length).toBe(3);
    started[2]?.finish();
    expect((await other).status).toBe(200);
    for (const next of [0, 1, 3, 4]) {
      await expect.poll(() => started.length).toBeGreaterThan(next);
      started[next]?.finish();
    }
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe("connections of one client", () => {
  async function startServer(trustedProxies: string[] = []) {
    const held: (() => void)[] = [];
    const server = createHttpServer(({ url }, outgoing) => {
      if (url === "/held") held.push(() => outgoing.end("held"));
      else outgoing.end("ok");
    });
    limitConnections(server, {
      perClient: 3,
      isTrustedProxy: parseTrustedProxies(trustedProxies),
    });
    await once(server.listen(0, FIRST), "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    let accepted = 0;
    server.on("connection", () => (accepted += 1));
    const open = async (client: string): Promise<Socket> => {
      const count = accepted;
      const socket = connect({ port, host: FIRST, localAddress: client });
      socket.on("error", () => undefined);
      onTestFinished(() => void socket.destroy());
      await expect.poll(() => accepted).toBe(count + 1);
      return socket;
    };
    const request = async (socket: Socket) => {
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(socket, "data");
    };
    return { open, request, held };
  }

  it("stay at the limit; one more closes the longest idle one, and none of others", async () => {
    const { open, request } = await startServer();
    const other = await open(SECOND);
    const mine = [await open(FIRST), await open(FIRST), await open(FIRST)] as const;
    await request(mine[0]);
    const closed = once(mine[1].resume(), "close");
    const next = await open(FIRST);
    await closed;
    await request(mine[0]);
    await request(mine[2]);
    await request(next);
    await request(other);
  });

  it("in use are not closed: one more is closed itself until one is idle", async () => {
    const { open, request, held } = await startServer();
    const mine = [await open(FIRST), await open(FIRST), await open(FIRST)];
    for (const socket of mine) socket.write("GET /held HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => held.length).toBe(3);
    const refused = (await open(FIRST)).resume();
    await expect.poll(() => refused.destroyed).toBe(true);
    const finished = Promise.race(mine.map((socket) => once(socket, "data")));
    held[0]?.();
    await finished;
    await request(await open(FIRST));
    await expect.poll(() => mine.filter((socket) => socket.resume().destroyed)).toHaveLength(1);
  });

  it("are not limited behind a trusted proxy", async () => {
    const { open, request } = await startServer([FIRST]);
    const sockets = [];
    for (let count = 0; count < 8; count += 1) sockets.push(await open(FIRST));
    for (const socket of sockets) await request(socket);
  });
});

import { get as httpGet, type IncomingMessage } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { createImageSlots } from "~/media/images/image-slots";
import { gradient } from "../../factories/image";
import { startMediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { createTestImageProxy, serveImage } from "../../support/media/image-service";
import { CHUNK, endless } from "../../support/media/stream-viewer";
import { startProcess } from "../../support/server/process";

const FIRST = "127.0.0.1";
const SECOND = "127.0.0.2";

interface Stream {
  status: number;
  retryAfter: string | undefined;
  response: IncomingMessage;
  end: () => void;
}

async function startStreams(origin: MediaOrigin, options: Parameters<typeof startProcess>[0] = {}) {
  const { port } = await startProcess({
    ...options,
    environment: {
      OUTBOUND_ALLOW: origin.host,
      RATE_LIMITS: "videoProxy=1000000/60",
      ...options.environment,
    },
  });
  /** Resolves with the head; the body is not read. */
  return (client: string, path = "/film.ts") =>
    new Promise<Stream>((resolve, reject) => {
      const url = `http://127.0.0.1:${port}/api/videoProxy?url=${encodeURIComponent(origin.url + path)}`;
      const request = httpGet(url, { agent: false, localAddress: client }, (response) => {
        response.on("error", () => undefined);
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers["retry-after"],
          response,
          end: () => void request.destroy(),
        });
      });
      request.on("error", reject);
      onTestFinished(() => void request.destroy());
    });
}

describe("a client's share of the streams", () => {
  it("is just its limit: one more is 503 at once, and another client is served", async () => {
    const origin = await startMediaOrigin(endless);
    const open = await startStreams(origin, { environment: { CLIENT_LIMITS: "streams=4" } });
    const streams = await Promise.all([1, 2, 3, 4].map(() => open(FIRST)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const refused = await open(FIRST);
    expect([refused.status, Number(refused.retryAfter)]).toEqual([503, 5]);
    expect((await open(SECOND)).status).toBe(200);
    expect(origin.requests).toHaveLength(5);
    streams[0]?.end();
    await expect.poll(async () => (await open(FIRST)).status).toBe(200);
  });

  it("is free again after every ending", async () => {
    const origin = await startMediaOrigin({
      "/endless": endless,
      "/reset": (request) => void request.socket.resetAndDestroy(),
      "/missing": (_, response) => void response.writeHead(404).end(),
      "/page": (_, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      "/short": (_, response) =>
        void response.writeHead(200, { "content-type": "video/mp2t" }).end(CHUNK),
      "/cut": (_, response) =>
        void response
          .writeHead(200, { "content-type": "video/mp2t" })
          .write(CHUNK, () => response.destroy()),
    });
    const open = await startStreams(origin, { environment: { CLIENT_LIMITS: "streams=8" } });
    const paths = ["/endless", "/reset", "/missing", "/page", "/short", "/cut"];
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const stream = await open(index % 2 === 0 ? FIRST : SECOND, paths[(index + round) % 6]);
          statuses.add(stream.status);
          if (index % 3 === 0) stream.response.resume();
          await new Promise((resolve) => setTimeout(resolve, (index * 7) % 17));
          stream.end();
        }),
      );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 500]));
    await expect
      .poll(async () => {
        const streams = await Promise.all(paths.map(() => open(FIRST, "/endless")));
        for (const { end } of streams) end();
        return streams.map(({ status }) => status);
      })
      .toEqual(paths.map(() => 200));
  });
});

describe("a viewer of a stream", () => {
  const readerLimits = { silentMs: 1_000, windowMs: 500, minBytes: 1, checkMs: 50 };

  it("that reads nothing is disconnected, at the source too; one that reads on is not", async () => {
    const origin = await startMediaOrigin(endless);
    const open = await startStreams(origin, { readerLimits });
    const [silent, reading] = await Promise.all([open(FIRST), open(SECOND)]);
    let isCut = false;
    reading.response.on("close", () => (isCut = true)).resume();
    await origin.waitForConnections(1);
    expect(isCut).toBe(false);
    silent.response.resume();
    await expect.poll(() => silent.response.closed).toBe(true);
    expect(silent.response.complete).toBe(false);
    expect((await open(FIRST)).status).toBe(200);
    reading.end();
  });
});

describe("a client's share of the images", () => {
  /** An origin that never responds to `/hang…`. */
  const startHangingOrigin = async () => {
    const image = serveImage(await gradient({ width: 16, height: 16 }));
    return startMediaOrigin((request, response) => {
      if (request.url?.startsWith("/hang") !== true) image(request, response);
    });
  };

  it("leaves slots to others, and rejects what waits beyond its limit at once", async () => {
    const origin = await startHangingOrigin();
    const slots = createImageSlots({ perClient: 2, total: 3, waitingPerClient: 2 });
    const { get } = createTestImageProxy(origin, { slots });
    const leaving = new AbortController();
    const pending = ["/hang-1", "/hang-2", "/hang-3", "/hang-4"].map((path) =>
      expect(get(path, "", leaving.signal, FIRST)).rejects.toMatchObject({ code: "cancelled" }),
    );
    await expect.poll(() => [slots.active, slots.waiting]).toEqual([2, 2]);
    await expect(get("/hang-5", "", leaving.signal, FIRST)).rejects.toMatchObject({ code: "busy" });
    expect((await get("/a.png", "", undefined, SECOND)).byteLength).toBeGreaterThan(0);
    leaving.abort();
    await Promise.all(pending);
    await expect.poll(() => [slots.active, slots.waiting]).toEqual([0, 0]);
    expect((await get("/b.png", "", undefined, FIRST)).byteLength).toBeGreaterThan(0);
  });

  it("does not delay another client that requests the same image", async () => {
    const origin = await startHangingOrigin();
    const slots = createImageSlots({ perClient: 1, total: 2 });
    const { get } = createTestImageProxy(origin, { slots });
    const leaving = new AbortController();
    const hanging = expect(get("/hang", "", leaving.signal, FIRST)).rejects.toThrow();
    await expect.poll(() => slots.active).toBe(1);
    const waiting = get("/cover.png", "", undefined, FIRST);
    await expect.poll(() => slots.waiting).toBe(1);
    expect((await get("/cover.png", "", undefined, SECOND)).byteLength).toBeGreaterThan(0);
    leaving.abort();
    await hanging;
    expect((await waiting).byteLength).toBeGreaterThan(0);
    expect(origin.requests.filter(({ url }) => url === "/cover.png")).toHaveLength(1);
  });

  it("serves ten tabs of sixty images without a refusal", async () => {
    const origin = await startMediaOrigin(serveImage(await gradient({ width: 8, height: 8 })));
    const transform = () =>
      Promise.resolve({
        body: Buffer.from("image"),
        contentType: "image/webp" as const,
        width: 8,
        height: 8,
      });
    const { get } = createTestImageProxy(origin, {
      pool: { transform, close: () => undefined },
    });
    const images = await Promise.all(
      Array.from({ length: 600 }, (_, index) => get(`/${index}.png`)),
    );
    expect(images).toHaveLength(600);
  });
});

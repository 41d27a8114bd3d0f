import { get as httpGet, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createStreamSlots } from "~/media/video/stream-slots";
import { createVideoProxy } from "~/media/video/video-proxy.server";
import { startMediaOrigin } from "../../fakes/media-origin";
import { serveFile, transportStream } from "../../fakes/media-file";
import { createTestOutbound } from "../../support/media/outbound";
import { CHUNK, endless, openStream, take } from "../../support/media/stream-viewer";
import { createVideoProxyClient } from "../../support/media/video-proxy";

const MIB = 1024 * 1024;

describe("a stream", () => {
  it("waits for slow viewers without buffering (LOAD-S01)", { tags: "nightly" }, async () => {
    const origin = await startMediaOrigin(endless);
    const client = await createVideoProxyClient([origin]);
    const before = process.memoryUsage().arrayBuffers;
    const viewers = await Promise.all(
      Array.from({ length: 40 }, () =>
        openStream(
          `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/film.ts`)}`,
        ),
      ),
    );
    for (const stream of viewers) await take(stream, 64 * 1024);
    const bufferedBytes = () =>
      [...origin.requests].reduce((sum, { socket }) => sum + socket.bytesWritten, 0);
    // This loop ends when all buffers in between are full.
    for (let last = -1; bufferedBytes() !== last;) {
      last = bufferedBytes();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    // Origin, proxy and viewers share this process; the origin's chunk alone is 1 MiB.
    expect((process.memoryUsage().arrayBuffers - before) / viewers.length).toBeLessThan(2 * MIB);
    expect(origin.connections.open).toBe(40);
    for (const stream of viewers) stream.destroy();
    await origin.waitForConnections(0);
  });

  it("ends upstream when its viewer leaves (LOAD-S02)", async () => {
    const origin = await startMediaOrigin(endless);
    const client = await createVideoProxyClient([origin]);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const stream = await openStream(
            `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/film.ts`)}`,
          );
          await take(stream, 64 * 1024);
          stream.destroy();
        }),
      );
      await origin.waitForConnections(0);
    }
    expect(origin.connections.accepted).toBe(200);
  });

  it("ends upstream when its viewer leaves before the first byte", async () => {
    let arrived = () => undefined as void;
    const origin = await startMediaOrigin(() => arrived());
    const client = await createVideoProxyClient([origin]);
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const request = httpGet(
      `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/film.ts`)}`,
      { agent: false },
    );
    request.on("error", () => undefined);
    await reached;
    request.destroy();
    await origin.waitForConnections(0);
    expect(origin.requests).toHaveLength(1);
  });

  it("is cut when upstream ends early, so that a partial film is not mistaken for a complete one (LOAD-S03)", async () => {
    const cut = (declared: boolean) => (_: unknown, response: ServerResponse) => {
      response.writeHead(200, {
        "content-type": "video/mp2t",
        ...(declared ? { "content-length": String(CHUNK.length * 2) } : {}),
      });
      response.write(CHUNK, () => response.destroy());
    };
    const origin = await startMediaOrigin({
      "/declared": cut(true),
      "/chunked": cut(false),
      "/ok": serveFile(CHUNK),
    });
    const client = await createVideoProxyClient([origin]);
    for (const path of ["/declared", "/chunked"]) {
      const response = await client.get(origin.url + path);
      expect([response.status, response.complete]).toEqual([200, false]);
    }
    const part = await client.get(`${origin.url}/declared`, { range: "bytes=100-1500000" });
    expect([part.status, part.complete]).toEqual([206, false]);
    // A body of unknown length is read ahead, so the failure shows before the response begins.
    expect((await client.get(`${origin.url}/chunked`, { range: "bytes=100-1500000" })).status).toBe(
      500,
    );
    expect((await client.get(`${origin.url}/ok`)).complete).toBe(true);
  });

  it("survives either side leaving at any moment (LOAD-S11)", async () => {
    const problems: unknown[] = [];
    const note = (problem: unknown) => void problems.push(problem);
    process.on("unhandledRejection", note);
    process.on("uncaughtException", note);
    onTestFinished(() => {
      process.off("unhandledRejection", note);
      process.off("uncaughtException", note);
    });
    let count = 0;
    const origin = await startMediaOrigin((request, response) => {
      count += 1;
      if (count % 3 === 0) return void setTimeout(() => response.destroy(), count % 7);
      if (count % 5 === 0) return void request.socket.resetAndDestroy();
      endless(request, response);
    });
    const client = await createVideoProxyClient([origin]);
    const url = `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/film.ts`)}`;
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        await new Promise<void>((resolve) => {
          const request = httpGet(
            url,
            { agent: false, headers: index % 2 === 0 ? { range: "bytes=5-" } : {} },
            (response) => {
              response.on("error", () => undefined);
              response.resume();
              setTimeout(() => request.destroy(), index % 11);
            },
          );
          request.on("error", () => undefined);
          request.on("close", resolve);
          if (index % 4 === 0) setTimeout(() => request.destroy(), index % 13);
        });
      }),
    );
    await origin.waitForConnections(0);
    expect(problems).toEqual([]);
    expect((await fetch(`${client.origin}/healthz`)).status).toBe(200);
  });

  it("survives erratic seeking (LOAD-S12)", { tags: "nightly" }, async () => {
    const origin = await startMediaOrigin(serveFile(transportStream(20 * MIB)));
    const client = await createVideoProxyClient([origin]);
    const url = `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/film.ts`)}`;
    let most = 0;
    for (let seek = 0; seek < 200; seek += 1) {
      const stream = await openStream(url, { range: `bytes=${(seek * 7919 * 997) % (19 * MIB)}-` });
      expect(stream.statusCode).toBe(206);
      await take(stream, 64 * 1024);
      stream.destroy();
      most = Math.max(most, origin.connections.open);
    }
    expect(most).toBeLessThanOrEqual(32);
    await origin.waitForConnections(0);
  });

  it("times out on a silent upstream, before the first byte and in between", async () => {
    const origin = await startMediaOrigin({
      "/silent": () => undefined,
      "/head": (_, response) =>
        void response.writeHead(200, { "content-type": "video/mp2t" }).flushHeaders(),
      "/drip": (_, response) =>
        void response.writeHead(200, { "content-type": "video/mp2t" }).write("G"),
      "/stalls": (_, response) =>
        void response.writeHead(200, { "content-type": "video/mp2t" }).write(CHUNK),
    });
    const outbound = createTestOutbound([origin]);
    const slots = createStreamSlots({ total: 8, perClient: 8 });
    const request = (path: string) =>
      createVideoProxy({ outbound, slots, times: { firstByteMs: 60, idleMs: 60 } }).respond({
        source: origin.url + path,
        client: "198.51.100.1",
        signal: new AbortController().signal,
        ownOrigin: "http://akari.test",
      });
    for (const path of ["/silent", "/head", "/drip"])
      await expect(request(path)).rejects.toThrow("The source did not respond in time.");
    const times = { firstByteMs: 20_000, idleMs: 60 };
    const { body } = await createVideoProxy({ outbound, slots, times }).respond({
      source: `${origin.url}/stalls`,
      client: "198.51.100.1",
      signal: new AbortController().signal,
      ownOrigin: "http://akari.test",
    });
    if (body === null || !("pipe" in body)) throw new Error("not a stream");
    await expect(
      (async () => {
        for await (const chunk of body) void chunk;
      })(),
    ).rejects.toThrow("The source did not respond in time.");
    await vi.waitFor(() => expect([outbound.active, slots.active]).toEqual([0, 0]));
  });

  it("reuses upstream connections", async () => {
    const origin = await startMediaOrigin(serveFile(transportStream(100_000)));
    const client = await createVideoProxyClient([origin]);
    for (let segment = 0; segment < 20; segment += 1)
      await client.get(`${origin.url}/film.ts`, segment % 2 === 0 ? {} : { range: "bytes=0-999" });
    expect(origin.connections.accepted).toBe(1);
  });
});

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";

async function origin(handler: RequestListener): Promise<URL> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const limits = { timeoutMs: 5_000, maxBytes: 100 };

describe("createOperatorFetch", () => {
  it("returns status, headers and the whole body", async () => {
    const url = await origin((request, response) =>
      response.writeHead(201, { "x-accept": request.headers["accept"] }).end("日本"),
    );
    const result = await createOperatorFetch(limits)(url, {
      headers: { accept: "application/json" },
    });
    expect([result.status, result.headers.get("x-accept"), result.text]).toEqual([
      201,
      "application/json",
      "日本",
    ]);
  });

  it("accepts a body of exactly the limit, and rejects one byte more", async () => {
    const url = await origin((request, response) =>
      response.end("x".repeat(Number(request.url?.slice(1)))),
    );
    const fetch = createOperatorFetch(limits);
    expect((await fetch(new URL("/100", url))).text).toHaveLength(100);
    await expect(fetch(new URL("/101", url))).rejects.toMatchObject({ kind: "too-large" });
  });

  it("returns a redirect instead of following it", async () => {
    let requests = 0;
    const url = await origin((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect((await createOperatorFetch(limits)(url)).status).toBe(302);
    expect(requests).toBe(1);
  });

  it("times out on a response that never ends", async () => {
    const url = await origin((_request, response) => response.writeHead(200).write("x"));
    await expect(createOperatorFetch({ ...limits, timeoutMs: 50 })(url)).rejects.toMatchObject({
      kind: "timed-out",
    });
  });

  it("distinguishes a cancelled request from a failed one", async () => {
    const url = await origin(() => undefined);
    const stop = new AbortController();
    const result = createOperatorFetch(limits)(url, { signal: stop.signal });
    stop.abort();
    await expect(result).rejects.toMatchObject({ kind: "cancelled" });
  });

  it.each([["is cut off", (response: { destroy(): void }) => response.destroy()]])(
    "tells a response that %s from a server that is away",
    async (_what, act) => {
      const url = await origin((_request, response) => {
        response.writeHead(200, { "content-length": "50" });
        response.write("half", () => act(response));
      });
      await expect(createOperatorFetch(limits)(url)).rejects.toMatchObject({ kind: "cut-off" });
    },
  );
});

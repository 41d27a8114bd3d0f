import { once } from "node:events";
import { request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LightSignal } from "~/concurrency/light-signal";
import type { OutgoingResponse } from "~/http/response/outgoing-response.server";
import { prepareHead } from "~/http/v8/prepared-headers.server";
import { createHttpServer } from "./http-server.server";

async function headersOf(respond: (response: ServerResponse) => void) {
  const server = createHttpServer((_request, response) => respond(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const sent = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return { cookies: response.headers["set-cookie"], cache: response.headers["cache-control"] };
}

const PUBLIC = "public, max-age=3600";

describe("a response with a cookie", () => {
  it.each<[string, (response: ServerResponse) => void]>([
    [
      "set before the head",
      (response) => {
        response.setHeader("set-cookie", "akari=1");
        response.writeHead(200, { "cache-control": PUBLIC }).end();
      },
    ],
    [
      "given with the head",
      (response) =>
        void response.writeHead(200, { "Set-Cookie": ["a=1"], "Cache-Control": PUBLIC }).end(),
    ],
    [
      "given as a list of headers",
      (response) =>
        void response.writeHead(200, "OK", ["set-cookie", "a=1", "cache-control", PUBLIC]).end(),
    ],
    [
      "sent with an implicit head",
      (response) => {
        response.setHeader("set-cookie", ["a=1", "b=2"]);
        response.setHeader("cache-control", PUBLIC);
        response.end("body");
      },
    ],
  ])("loses it where shared caches may store the response: %s", async (_, respond) => {
    expect(await headersOf(respond)).toEqual({ cookies: undefined, cache: PUBLIC });
  });

  it("is private without Cache-Control", async () => {
    expect(
      await headersOf((response) => void response.writeHead(302, { "set-cookie": "a=1" }).end()),
    ).toEqual({ cookies: ["a=1"], cache: "private, no-store" });
  });

  it("keeps it in a private response", async () => {
    expect(
      await headersOf((response) => {
        response.setHeader("cache-control", "private, no-store");
        response.writeHead(200, { "set-cookie": ["a=1", "b=2"] }).end();
      }),
    ).toEqual({ cookies: ["a=1", "b=2"], cache: "private, no-store" });
  });
});

describe("a complete head", () => {
  const completeHead = () =>
    prepareHead({
      "cache-control": PUBLIC,
      "content-security-policy": "own",
      "content-length": "2",
    });

  async function headersFor(ownHeaders: string[], headers = completeHead(), method = "GET") {
    const server = createHttpServer((_request, outgoing) => {
      outgoing.ownHeaders = ownHeaders;
      outgoing.writeHead(200, headers).end(method === "HEAD" ? undefined : "{}");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: "127.0.0.1", method }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response.rawHeaders;
  }

  const valuesOf = (rawHeaders: string[], name: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

  it.each(["GET", "HEAD"])("has each header once: %s", async (method) => {
    const headers = await headersFor(["x-request-id", "1"], completeHead(), method);
    const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(valuesOf(headers, "content-security-policy")).toEqual(["own"]);
    expect(valuesOf(headers, "x-content-type-options")).toEqual(["nosniff"]);
    expect(valuesOf(headers, "x-request-id")).toEqual(["1"]);
    expect(valuesOf(headers, "content-length")).toEqual(["2"]);
  });

  it("keeps its own value of a header that the response has too", async () => {
    expect(valuesOf(await headersFor(["cache-control", "no-store"]), "cache-control")).toEqual([
      PUBLIC,
    ]);
  });

  it("is left out of a copy with another header", async () => {
    const copy = { ...completeHead(), "content-length": "2", etag: '"1"' };
    const headers = await headersFor(["x-request-id", "1"], copy);
    expect(valuesOf(headers, "etag")).toEqual(['"1"']);
    expect(valuesOf(headers, "x-frame-options")).toEqual(["DENY"]);
  });
});

describe("the client's signal", () => {
  const serve = async (respond: (response: OutgoingResponse) => void) => {
    const responses: OutgoingResponse[] = [];
    const server = createHttpServer((_request, response) => {
      responses.push(response);
      respond(response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const sent = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }).end();
    sent.on("error", () => undefined);
    return { sent, responses };
  };

  it("is aborted when the client leaves before the end", async () => {
    let signal: LightSignal | undefined;
    const aborted = new Promise<void>((resolve) => {
      void serve((response) => {
        signal = response.clientSignal;
        signal.addEventListener("abort", resolve);
        response.write("a");
      }).then(({ sent }) => sent.once("response", () => sent.destroy()));
    });
    await aborted;
    expect(signal?.aborted).toBe(true);
  });

  it("is not aborted by a complete response, and is aborted if the client has left", async () => {
    const { sent, responses } = await serve((response) => {
      expect(response.clientSignal.aborted).toBe(false);
      response.end("a");
    });
    const [incoming] = (await once(sent, "response")) as [IncomingMessage];
    incoming.resume();
    await once(incoming, "end");
    const [response] = responses;
    if (response?.closed === false) await once(response, "close");
    expect(response?.clientSignal.aborted).toBe(false);

    const left = await serve((unanswered) => unanswered.destroy());
    await once(left.sent, "error");
    expect(left.responses[0]?.clientSignal.aborted).toBe(true);
  });
});

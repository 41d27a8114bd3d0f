import { get } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { pickResponseHeaders } from "~/outbound/passed-headers";
import { createRelayConnections } from "~/outbound/relay/relay-connections.server";
import { startRawOrigin } from "../../support/media/raw-origin";
import { numRuns } from "../../support/runs";

/** A field is null where the client rejected the response or it was incomplete. */
interface Reading {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
}

const TIMEOUT_MS = 10_000;
const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** Published cases of response splitting, request smuggling and the chunked coding. */
const CORPUS: Record<string, string> = {
  "bare LF in the head": "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi",
  "bare LF after one field": `${OK}Content-Length: 2\nX: y\r\n\r\nhi`,
  "bare CR in a value": `${OK}X: a\rContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi`,
  "a folded line": `${OK}X: a\r\n b\r\nContent-Length: 2\r\n\r\nhi`,
  "a folded length": `${OK}Content-Length:\r\n 2\r\n\r\nhi`,
  "equal lengths": `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`,
  "two lengths": `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi!`,
  "a list of lengths": `${OK}Content-Length: 2, 2\r\n\r\nhi`,
  "a signed length": `${OK}Content-Length: +2\r\n\r\nhi`,
  "a negative length": `${OK}Content-Length: -2\r\n\r\nhi`,
  "a hexadecimal length": `${OK}Content-Length: 0x2\r\n\r\nhi`,
  "an empty length": `${OK}Content-Length: \r\n\r\nhi`,
  "a length with a space inside": `${OK}Content-Length: 1 0\r\n\r\nhi`,
  "a length beyond 2^64": `${OK}Content-Length: 18446744073709551618\r\n\r\nhi`,
  "leading zeros": `${OK}Content-Length: 0002\r\n\r\nhi`,
  "length, then chunks": `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "chunks, then length": `${OK}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`,
  "chunked twice": `${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "chunked, chunked": `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  "gzip, chunked": `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  "chunked, identity": `${OK}Transfer-Encoding: chunked, identity\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  identity: `${OK}Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nhi`,
  xchunked: `${OK}Transfer-Encoding: xchunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  "a tab before chunked": `${OK}Transfer-Encoding:\tchunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  "a vertical tab": `${OK}Transfer-Encoding: \x0bchunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  "quoted chunked": `${OK}Transfer-Encoding: "chunked"\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  "space before the colon": `${OK}Transfer-Encoding : chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
  "space before a name": `${OK} Content-Length: 2\r\n\r\nhi`,
  "no colon": `${OK}Content-Length\r\n\r\nhi`,
  "no name": `${OK}: 2\r\n\r\nhi`,
  "NUL in a name": `${OK}Content-Le\0ngth: 2\r\n\r\nhi`,
  "NUL in a value": `${OK}X: a\0b\r\nContent-Length: 2\r\n\r\nhi`,
  "a no-break space around a value": `${OK}ETag: \xa0a\xa0\r\nContent-Length: 2\r\n\r\nhi`,
  "a huge chunk size": `${CHUNKED}fffffffffffffffff\r\nhi\r\n0\r\n\r\n`,
  "a chunk size that wraps": `${CHUNKED}10000000000000002\r\nhi\r\n0\r\n\r\n`,
  "a signed chunk size": `${CHUNKED}+2\r\nhi\r\n0\r\n\r\n`,
  "a chunk size with 0x": `${CHUNKED}0x2\r\nhi\r\n0\r\n\r\n`,
  "no chunk size": `${CHUNKED}\r\nhi\r\n0\r\n\r\n`,
  "space after a chunk size": `${CHUNKED}2 \r\nhi\r\n0\r\n\r\n`,
  "space before a chunk size": `${CHUNKED} 2\r\nhi\r\n0\r\n\r\n`,
  "bare LF after a chunk size": `${CHUNKED}2\nhi\r\n0\r\n\r\n`,
  "bare LF after a chunk": `${CHUNKED}2\r\nhi\n0\r\n\r\n`,
  "no line end after a chunk": `${CHUNKED}2\r\nhi0\r\n\r\n`,
  "a longer chunk": `${CHUNKED}2\r\nhi!\r\n0\r\n\r\n`,
  extensions: `${CHUNKED}2;a=b;c="d e"\r\nhi\r\n0;x\r\n\r\n`,
  "an empty extension": `${CHUNKED}2;\r\nhi\r\n0\r\n\r\n`,
  "bare LF in an extension": `${CHUNKED}2;a\nb\r\nhi\r\n0\r\n\r\n`,
  "bare CR in an extension": `${CHUNKED}2;a\rb\r\nhi\r\n0\r\n\r\n`,
  "an extension with spaces": `${CHUNKED}2 ; a = b\r\nhi\r\n0\r\n\r\n`,
  "a quote that stays open": `${CHUNKED}2;a="b\r\nhi\r\n0\r\n\r\n`,
  trailers: `${CHUNKED}2\r\nhi\r\n0\r\nX: y\r\n\r\n`,
  "a length as a trailer": `${CHUNKED}2\r\nhi\r\n0\r\nContent-Length: 5\r\n\r\n`,
  "chunked as a trailer": `${CHUNKED}2\r\nhi\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`,
  "a malformed trailer": `${CHUNKED}2\r\nhi\r\n0\r\nno colon\r\n\r\n`,
  "a folded trailer": `${CHUNKED}2\r\nhi\r\n0\r\nX: y\r\n z\r\n\r\n`,
  "bare LF at the end": `${CHUNKED}2\r\nhi\r\n0\r\n\n`,
  "no end": `${CHUNKED}2\r\nhi\r\n0\r\n`,
  "chunks cut off": `${CHUNKED}5\r\nhi`,
  "body cut off": `${OK}Content-Length: 5\r\n\r\nhi`,
  "a flood of hints": "HTTP/1.1 103 Hints\r\n\r\n".repeat(500) + `${OK}Content-Length: 2\r\n\r\nhi`,
  "hints with a length":
    "HTTP/1.1 103 Hints\r\nContent-Length: 2\r\n\r\n" + `${OK}Content-Length: 2\r\n\r\nhi`,
  "hints in HTTP/1.0": `HTTP/1.0 103 Hints\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`,
  "hints that close": `HTTP/1.1 103 Hints\r\nConnection: close\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`,
  continue: `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`,
  "switching protocols": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nhi",
  "switching with a connection header":
    "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nhi",
  "200 that upgrades": `${OK}Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\nhi`,
  "204 with a body": "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nhi",
  "204 in chunks": "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
  "205 with a body": "HTTP/1.1 205 Reset Content\r\nContent-Length: 2\r\n\r\nhi",
  "304 with a body": "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\nhi",
  "304 in chunks": "HTTP/1.1 304 Not\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
  "HTTP/1.0": "HTTP/1.0 200 OK\r\n\r\nhi",
  "HTTP/1.0 in chunks": "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
  "HTTP/0.9": "hi",
  "HTTP/1.2": "HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nhi",
  "HTTP/2.0": "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nhi",
  "http/1.1": "http/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
  ICY: "ICY 200 OK\r\nContent-Length: 2\r\n\r\nhi",
  "no reason": "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi",
  "two spaces": "HTTP/1.1  200 OK\r\nContent-Length: 2\r\n\r\nhi",
  "four digits": "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nhi",
  "status 000": "HTTP/1.1 000 OK\r\nContent-Length: 2\r\n\r\nhi",
  "an empty line first": `\r\n${OK}Content-Length: 2\r\n\r\nhi`,
  "two responses": `${OK}Content-Length: 2\r\n\r\nhi` + `${OK}Content-Length: 4\r\n\r\nevil`,
  "bytes after the end": `${OK}Content-Length: 2\r\n\r\nhi there`,
  "bytes after the last chunk": `${CHUNKED}2\r\nhi\r\n0\r\n\r\nmore`,
};

const token = fc.constantFrom(
  ..."ETag|Content-Type|Content-Range|Location|X-A|content-LENGTH|Connection|Date|a b|é|".split(
    "|",
  ),
);
const value = fc.oneof(
  fc.constantFrom("", "a", "2", "close", "keep-alive", "bytes 0-1/2", "\xa0x\xa0", "\tx \t", "é"),
  fc.string({ maxLength: 6, unit: "binary-ascii" }),
);
const lineEnd = fc.oneof(
  { weight: 40, arbitrary: fc.constant("\r\n") },
  fc.constantFrom("\n", "\r", "\r\n ", ""),
);
const field = fc.oneof(
  fc.tuple(token, fc.constantFrom(": ", ":", " : ", ":\t"), value).map((parts) => parts.join("")),
  fc.constantFrom("Transfer-Encoding: chunked", "Content-Length: 5", "Content-Length: 05"),
);
const statusLine = fc.oneof(
  { weight: 6, arbitrary: fc.constant("HTTP/1.1 200 OK") },
  fc.constantFrom("HTTP/1.0 200 OK", "HTTP/1.1 206 Partial", "HTTP/1.1 404", "HTTP/1.1 304 x"),
  fc.constantFrom("HTTP/1.1 204 x", "HTTP/1.1 101 x", "HTTP/1.1 599 ", "HTTP/1.1 200 O\tK"),
);
const chunkExtension = fc.oneof(
  { weight: 5, arbitrary: fc.constant("") },
  fc.constantFrom(";", ";a", ";a=b", ';a="b;c"', "; a", ";a =b", " ", ";a=", ";=b", ";a;", ';"a"'),
  fc.string({ maxLength: 4, unit: "binary-ascii" }).map((text) => `;${text}`),
);
const chunk = fc
  .tuple(fc.constantFrom("", "a", "hello", "\r\n", "0\r\n\r\n"), chunkExtension, lineEnd, lineEnd)
  .map(([data, extension, first, second]) =>
    data === "" ? "" : `${data.length.toString(16)}${extension}${first}${data}${second}`,
  );
const chunks = fc
  .tuple(fc.array(chunk, { maxLength: 4 }), chunkExtension, fc.array(field, { maxLength: 2 }))
  .map(
    ([parts, extension, trailers]) =>
      `${parts.join("")}0${extension}\r\n${trailers.map((line) => `${line}\r\n`).join("")}\r\n`,
  );
const interim = fc.constantFrom("", "", "", "HTTP/1.1 103 x\r\nLink: <a>\r\n\r\n");

/** Complete but for a few oddities. */
const response = fc
  .tuple(
    interim,
    statusLine,
    fc.array(fc.tuple(field, lineEnd), { maxLength: 3 }),
    fc.oneof(
      chunks.map((body) => ["Transfer-Encoding: chunked\r\n", body] as const),
      fc
        .tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom("", "hello", "hello, you"))
        .map(([length, body]) => [`Content-Length: ${length}\r\n`, body] as const),
      fc.constantFrom("", "hello").map((body) => ["", body] as const),
    ),
  )
  .map(
    ([before, first, fields, [framing, body]]) =>
      `${before}${first}\r\n${fields.flat().join("")}${framing}\r\n${body}`,
  );
/** A message with at most one byte removed, doubled or replaced. */
const mutated = fc
  .tuple(
    response,
    fc.nat(400),
    fc.constantFrom("none", "none", "remove", "double", "replace"),
    fc.constantFrom("\0", "\n", "\r", " ", "\t", ";", ":", "0", "\xff"),
  )
  .map(([text, at, mutation, byte]) => {
    if (mutation === "none" || at >= text.length) return text;
    const middle =
      mutation === "remove" ? "" : mutation === "double" ? text.charAt(at).repeat(2) : byte;
    return text.slice(0, at) + middle + text.slice(at + 1);
  });
const written: fc.Arbitrary<Written> = fc.record({
  text: mutated,
  pieceBytes: fc.constantFrom(1_000, 1_000, 17, 3),
});
interface Written {
  text: string;
  pieceBytes: number;
}

/** An origin of given responses, and a client of each kind. */
async function twoClients() {
  const given = new Map<string, Written>();
  const origin = await startRawOrigin((socket, _, request) => {
    const result = given.get(/^GET \/(\d+)/.exec(request)?.[1] ?? "");
    const bytes = Buffer.from(result?.text ?? "", "latin1");
    void (async () => {
      const size = result?.pieceBytes ?? 1;
      for (let at = 0; at < bytes.length; at += size) {
        socket.write(bytes.subarray(at, at + size));
        if (size < bytes.length) await new Promise((resolve) => setImmediate(resolve));
      }
      socket.end();
    })();
  });
  const relays = createRelayConnections((url, _, onread) =>
    connect({ host: url.hostname, port: Number(url.port), onread }),
  );
  onTestFinished(() => relays.close());
  let id = 0;
  return async (one: Written): Promise<{ relay: Reading | null; llhttp: Reading | null }> => {
    id += 1;
    given.set(String(id), one);
    const url = new URL(`${origin.url}/${id}`);
    const [relay, llhttp] = await Promise.all([byRelay(relays, url), byLlhttp(url)]);
    given.delete(String(id));
    return { relay, llhttp };
  };
}

async function byRelay(
  relays: ReturnType<typeof createRelayConnections>,
  url: URL,
): Promise<Reading | null> {
  try {
    const message = await relays.get(url, true, {}, AbortSignal.timeout(TIMEOUT_MS));
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    return reading(message.statusCode, message.headers, parts);
  } catch {
    return null;
  }
}

function byLlhttp(url: URL): Promise<Reading | null> {
  return new Promise((resolve) => {
    const request = get(url, {
      agent: false,
      headers: { connection: "keep-alive" },
      insecureHTTPParser: false,
      timeout: TIMEOUT_MS,
    });
    let hasResponse = false;
    request.on("response", (message) => {
      hasResponse = true;
      const parts: Buffer[] = [];
      message.on("data", (part: Buffer) => parts.push(part));
      message.on("error", () => resolve(null));
      message.on("end", () =>
        resolve(message.complete ? reading(message.statusCode ?? 0, message.headers, parts) : null),
      );
      message.on("close", () => resolve(null));
    });
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve(null);
    });
    request.on("error", () => undefined);
    request.on("timeout", () => request.destroy());
    request.on("close", () => {
      if (!hasResponse) resolve(null);
    });
  });
}

function reading(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  parts: readonly Buffer[],
): Reading {
  const { location } = headers;
  return {
    status,
    headers: { ...pickResponseHeaders(headers), location: location?.toString() },
    body: Buffer.concat(parts).toString("latin1"),
  };
}

describe("the relay parses a response as llhttp does, or rejects it", () => {
  it.each(Object.entries(CORPUS))("%s", async (_, text) => {
    const read = await twoClients();
    for (const pieceBytes of [10_000, 1]) {
      if (pieceBytes === 1 && text.length > 1_000) continue;
      const { relay, llhttp } = await read({ text, pieceBytes });
      if (relay !== null) expect(relay).toEqual(llhttp);
    }
  });

  it("parses simple responses", async () => {
    const read = await twoClients();
    for (const name of ["HTTP/1.0", "trailers", "continue", "no reason", "304 with a body"]) {
      const { relay, llhttp } = await read({ text: CORPUS[name] ?? "", pieceBytes: 10_000 });
      expect([name, relay]).toEqual([name, llhttp]);
      expect(relay).not.toBeNull();
    }
  });

  it("agrees on generated responses", { tags: "nightly", timeout: numRuns(120_000) }, async () => {
    const read = await twoClients();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 40, maxLength: 40 }), async (batch) => {
        const readings = await Promise.all(
          batch.map(async (one) => ({ ...one, ...(await read(one)) })),
        );
        for (const { text, relay, llhttp } of readings) {
          if (relay === null) continue;
          accepted += 1;
          expect({ text: JSON.stringify(text), reading: relay }).toEqual({
            text: JSON.stringify(text),
            reading: llhttp,
          });
        }
      }),
      { numRuns: numRuns(50), endOnFailure: true },
    );
    // Rejecting everything would pass, too.
    expect(accepted).toBeGreaterThan(numRuns(50) * 40 * 0.1);
  });
});

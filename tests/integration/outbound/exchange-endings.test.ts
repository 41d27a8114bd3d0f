import type { Socket } from "node:net";
import { Writable, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "~/errors/app-error";
import { createOutbound, type Outbound } from "~/outbound/guarded-fetch.server";
import { createTestOutbound } from "../../support/media/outbound";
import { startRawOrigin, type RawOrigin } from "../../support/media/raw-origin";
import { numRuns } from "../../support/runs";
import { startRunningClock } from "../../support/running-clock";

const SLOTS = { perHost: 16, total: 16, queue: 1_000 };
const DEADLINE_MS = 300;

const AFTER = ["keep", "end", "reset"] as const;
/** What the client does with a response. */
const READS = ["bytes", "pipe", "discard", "ignore", "leave"] as const;

const gzipped = gzipSync("hello ".repeat(50)).toString("latin1");
const HEADS = [
  "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello",
  "HTTP/1.0 200 OK\r\n\r\nhello",
  "HTTP/1.1 204 No Content\r\n\r\n",
  "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
  "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x00",
  "HTTP/1.1 101 Switching Protocols\r\n\r\n",
  "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.2:1/\r\nContent-Length: 9\r\n\r\n",
  "HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 0\r\n\r\n",
  `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzipped.length + 9}\r\n\r\n` +
    `${gzipped}trailing!`,
  `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n${gzipped}`,
  "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 3\r\n\r\nabc",
  "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
  "220 mail.test ESMTP\r\n",
  "",
];

const ending = fc.record({
  interim: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.constantFrom(1, 16, 17, 400)),
  head: fc.constantFrom(...HEADS),
  /** The share of the bytes that is sent. */
  cut: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  pieces: fc.integer({ min: 1, max: 4 }),
  after: fc.constantFrom(...AFTER),
  relayed: fc.boolean(),
  method: fc.constantFrom("GET" as const, "GET" as const, "HEAD" as const, "POST" as const),
  read: fc.constantFrom(...READS),
  maxBytes: fc.constantFrom(undefined, 3),
  /** Whether one deadline counts, or the limits of a stream. */
  isStream: fc.boolean(),
  /** Milliseconds until the client disconnects; 0 is before the request starts. */
  leaves: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 3 }),
});
type Ending = typeof ending extends fc.Arbitrary<infer Value> ? Value : never;

/** The path's index selects the ending. */
async function misbehavingOrigin(endings: ReadonlyMap<string, Ending>): Promise<RawOrigin> {
  return startRawOrigin((socket, _, request) => {
    const result = endings.get(/^\w+ \/(\d+)/.exec(request)?.[1] ?? "");
    if (result === undefined) socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    else void play(socket, result);
  });
}

async function play(socket: Socket, { interim, head, cut, pieces, after }: Ending): Promise<void> {
  const text = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(interim) + head;
  const bytes = Buffer.from(text.slice(0, Math.round(text.length * cut)), "latin1");
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (after === "end") socket.end();
  if (after === "reset") socket.resetAndDestroy();
}

/** Rejects unless it ends with a response or an `AppError`. */
async function run(outbound: Outbound, url: string, ending: Ending): Promise<string> {
  const client = new AbortController();
  // Nothing ends a stream that its client neither reads nor closes.
  const isStream = ending.isStream && ending.read !== "ignore";
  if (ending.leaves === 0) client.abort();
  else if (ending.leaves !== null) setTimeout(() => client.abort(), ending.leaves);
  try {
    const response = await outbound.fetch(url, {
      method: ending.relayed ? "GET" : ending.method,
      relayed: ending.relayed,
      signal: client.signal,
      ...(isStream
        ? { firstByteMs: DEADLINE_MS, idleMs: DEADLINE_MS }
        : { deadlineMs: DEADLINE_MS }),
      ...(ending.maxBytes === undefined ? {} : { maxBytes: ending.maxBytes }),
    });
    if (ending.read === "bytes") await response.bytes();
    if (ending.read === "pipe") await piped(response.body);
    if (ending.read === "discard") response.discard();
    if (ending.read === "leave") client.abort();
    return `${response.status}`;
  } catch (error) {
    return error instanceof AppError ? error.code : `foreign: ${String(error)}`;
  }
}

/** Pipes a body as if to a viewer. Stream errors are expected. */
async function piped(body: Readable): Promise<void> {
  const into = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(body, into).catch(() => undefined);
}

describe("an exchange", () => {
  async function settle(maxMs: number): Promise<void> {
    const endings = new Map<string, Ending>();
    const origin = await misbehavingOrigin(endings);
    const outbound = createTestOutbound([origin], { slots: SLOTS });
    let id = 0;
    const runningMs = startRunningClock();
    await fc.assert(
      fc.asyncProperty(fc.array(ending, { minLength: 40, maxLength: 80 }), async (batch) => {
        endings.clear();
        const started = runningMs();
        const outcomes = await Promise.all(
          batch.map((one) => {
            id += 1;
            endings.set(String(id), one);
            return run(outbound, `${origin.url}/${id}`, one);
          }),
        );
        expect(outcomes.filter((outcome) => outcome.startsWith("foreign"))).toEqual([]);
        await vi.waitFor(() => expect(outbound.active).toBe(0), { timeout: 60_000, interval: 5 });
        // A deadline counts from the call, waiting for a slot included.
        expect(runningMs() - started).toBeLessThan(maxMs);
      }),
      { numRuns: numRuns(20) },
    );
  }

  it("settles and frees its slot however it ends", { timeout: numRuns(60_000) }, () =>
    settle(Infinity),
  );

  it("settles soon after its deadline", { tags: "nightly" }, () => settle(DEADLINE_MS + 4_000));

  it.each([false, true])("rejects 101 and frees its slot (relayed: %s)", async (relayed) => {
    const origin = await startRawOrigin((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    );
    const outbound = createTestOutbound([origin], { slots: SLOTS });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outbound.fetch(origin.url, { relayed }).then(
          () => "a response",
          (error: unknown) => (error as AppError).code,
        ),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(["upstream-failed"]));
    expect(outbound.active).toBe(0);
  });

  it("leaves the queue when its client leaves or its deadline passes", async () => {
    const origin = await startRawOrigin(() => undefined);
    const outbound = createTestOutbound([origin], {
      slots: { perHost: 1, total: 1, queue: 9 },
    });
    const client = new AbortController();
    const outcomes = ["holds", "waits", "leaves"].map((name) =>
      outbound
        .fetch(`${origin.url}/${name}`, {
          deadlineMs: 100,
          ...(name === "leaves" ? { signal: client.signal } : {}),
        })
        .catch((error: unknown) => (error as AppError).code),
    );
    client.abort();
    expect(await Promise.all(outcomes)).toEqual([
      "upstream-failed",
      "upstream-failed",
      "cancelled",
    ]);
    expect(outbound.active).toBe(0);
  });

  it("reports a refused connection as a failure, and an unknown host as not found", async () => {
    const refused = createOutbound({ allow: [{ host: "127.0.0.1", port: 9 }], slots: SLOTS });
    for (const relayed of [false, true]) {
      await expect(refused.fetch("http://127.0.0.1:9/", { relayed })).rejects.toMatchObject({
        code: "upstream-failed",
      });
      await expect(refused.fetch("http://no-such.invalid/", { relayed })).rejects.toMatchObject({
        code: "not-found",
      });
    }
    refused.close();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { startMediaOrigin } from "../../fakes/media-origin";
import { serveFile, sha256, transportStream, type FileOptions } from "../../fakes/media-file";
import { sendRequest, createVideoProxyClient } from "../../support/media/video-proxy";

const SIZE = 1_000_000;
const BYTES = transportStream(SIZE);

/** The same film, from origins with different range handling. */
const ORIGINS: [string, FileOptions][] = [
  ["serves ranges", { etag: '"1"' }],
  ["ignores them (RANGE-S13)", { ignoresRange: true, etag: '"1"' }],
  ["responds with another range", { wrongRange: { start: 7, end: 70_000 } }],
  ["sends everything as a part (RANGE-S13)", { ignoresRangeEnd: true }],
];

async function proxyOf(manners: FileOptions, bytes = BYTES) {
  const origin = await startMediaOrigin(serveFile(bytes, manners));
  const client = await createVideoProxyClient([origin]);
  return {
    origin,
    get: (range?: string, headers: Record<string, string> = {}, method?: string) =>
      client.get(
        `${origin.url}/film.ts`,
        { ...(range === undefined ? {} : { range }), ...headers },
        method,
      ),
  };
}

describe.each(ORIGINS)("media of an origin that %s", (_, manners) => {
  it("is complete without a range (RANGE-S01)", async () => {
    const { get } = await proxyOf(manners);
    const { status, headers, body } = await get();
    expect([
      status,
      headers["accept-ranges"],
      headers["content-range"],
      headers["content-type"],
      headers["cache-control"],
    ]).toEqual([200, "bytes", undefined, "video/mp2t", "public, max-age=86400"]);
    expect(headers["content-length"]).toBe("1000000");
    expect(sha256(body)).toBe(sha256(BYTES));
  });

  it.each([
    ["RANGE-S02", "bytes=0-99", 0, 99],
    ["RANGE-S03", "bytes=0-0", 0, 0],
    ["RANGE-S04", "bytes=-500", 999_500, 999_999],
    ["RANGE-S05", "bytes=500000-", 500_000, 999_999],
    ["all of it", "bytes=0-", 0, 999_999],
    ["beyond the end", "bytes=999000-2000000", 999_000, 999_999],
  ])("is exactly the requested bytes (%s)", async (_id, range, start, end) => {
    const { get } = await proxyOf(manners);
    const { status, headers, body } = await get(range);
    expect([
      status,
      headers["content-range"],
      headers["content-length"],
      headers["accept-ranges"],
    ]).toEqual([206, `bytes ${start}-${end}/1000000`, String(end - start + 1), "bytes"]);
    expect(body.equals(BYTES.subarray(start, end + 1))).toBe(true);
  });

  it.each(["bytes=1000000-", "bytes=5000000-6000000", "bytes=-0"])(
    "is 416 for an unsatisfiable range: %s (RANGE-S06)",
    async (range) => {
      const { get } = await proxyOf({ ...manners, wrongRange: undefined, ignoresRangeEnd: false });
      const { status, headers, body } = await get(range);
      expect([status, headers["content-range"], headers["cache-control"], headers["etag"]]).toEqual(
        [416, "bytes */1000000", "private, no-store", undefined],
      );
      expect(JSON.parse(body.toString())).toEqual({
        error: "The source has none of the requested bytes.",
        status: 416,
      });
    },
  );

  it.each([
    ["RANGE-S07", "bytes=5-2"],
    ["RANGE-S08", "bytes=abc"],
    ["RANGE-S08", "bytes=--1"],
    ["RANGE-S08", "bytes=-"],
    ["RANGE-S08", "bytes"],
    ["RANGE-S08", ""],
    ["RANGE-S09", "items=0-5"],
    ["RANGE-S09", "none"],
    ["RANGE-S09", "seconds=1-2"],
    ["RANGE-S10", "bytes=0-9,20-29"],
    ["RANGE-S11", `bytes=0-${",5-0".repeat(1300)}`],
  ])("%s ignores an invalid range: %.30s", async (_, range) => {
    const { origin, get } = await proxyOf(manners);
    const { status, headers, body } = await get(range);
    expect([status, headers["content-range"], body.length]).toEqual([200, undefined, SIZE]);
    expect(origin.requests).toHaveLength(1);
    expect(origin.requests[0]?.headers.range).toBeUndefined();
  });
});

describe("media", () => {
  it("has the same bytes for any range, from every origin", { tags: "rest" }, async () => {
    const origins = await Promise.all(
      ORIGINS.map(([, manners]) => startMediaOrigin(serveFile(BYTES, manners))),
    );
    const client = await createVideoProxyClient(origins);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...origins),
        fc.nat(SIZE - 1),
        fc.nat(SIZE - 1),
        async (origin, one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          const { status, headers, body } = await client.get(`${origin.url}/film.ts`, {
            range: `bytes=${start}-${end}`,
          });
          expect([status, headers["content-range"]]).toEqual([
            206,
            `bytes ${start}-${end}/${SIZE}`,
          ]);
          expect(body.equals(BYTES.subarray(start, end + 1))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is complete when If-Range names another representation (RANGE-S12)", async () => {
    for (const manners of [
      { etag: '"1"' },
      { etag: '"1"', ignoresRange: true },
      { etag: '"1"', answersRange: { start: 0, end: 9 } },
    ]) {
      const { get } = await proxyOf(manners);
      const same = await get("bytes=0-9", { "if-range": '"1"' });
      expect([same.status, same.headers["content-range"], same.headers.etag]).toEqual([
        206,
        "bytes 0-9/1000000",
        '"1"',
      ]);
      for (const other of ['"2"', 'W/"1"', "Wed, 21 Oct 2015 07:28:00 GMT"]) {
        const whole = await get("bytes=0-9", { "if-range": other });
        expect([whole.status, whole.body.length]).toEqual([200, SIZE]);
      }
    }
  });

  it("is requested uncompressed, and correct when it is compressed all the same (RANGE-S15)", async () => {
    const origin = await startMediaOrigin(
      (_, response) =>
        void response
          .writeHead(200, { "content-type": "video/mp2t", "content-encoding": "gzip" })
          .end(gzipSync(BYTES)),
    );
    const client = await createVideoProxyClient([origin]);
    const part = await client.get(`${origin.url}/film.ts`, { range: "bytes=10-19" });
    expect(origin.requests[0]?.headers["accept-encoding"]).toBe("identity");
    expect([part.status, part.headers["content-range"], part.headers["content-encoding"]]).toEqual([
      206,
      "bytes 10-19/1000000",
      undefined,
    ]);
    expect(part.body.equals(BYTES.subarray(10, 20))).toBe(true);
    const whole = await client.get(`${origin.url}/film.ts`);
    expect([
      whole.status,
      whole.headers["content-length"],
      whole.headers["content-encoding"],
      sha256(whole.body),
    ]).toEqual([200, undefined, undefined, sha256(BYTES)]);
  });

  it.each([4_096, 100_000])(
    "of %i bytes is complete when it follows its head later",
    async (size) => {
      const origin = await startMediaOrigin((_request, response) => {
        response
          .writeHead(206, {
            "content-type": "video/mp2t",
            "content-length": size,
            "content-range": `bytes 188-${187 + size}/${SIZE}`,
          })
          .flushHeaders();
        setTimeout(() => response.end(BYTES.subarray(188, 188 + size)), 20);
      });
      const client = await createVideoProxyClient([origin]);
      const { status, body } = await client.get(`${origin.url}/film.ts`, {
        range: `bytes=188-${187 + size}`,
      });
      expect(status).toBe(206);
      expect(body.equals(BYTES.subarray(188, 188 + size))).toBe(true);
    },
  );

  it("of unknown length has an exact Content-Range near its end, and an open one elsewhere", async () => {
    const near = await proxyOf({ ignoresRange: true, omitsLength: true });
    expect((await near.get("bytes=-5")).headers["content-range"]).toBe(
      "bytes 999995-999999/1000000",
    );
    expect((await near.get("bytes=2000000-")).status).toBe(416);
    const long = transportStream(3_000_000);
    const far = await proxyOf({ ignoresRange: true, omitsLength: true }, long);
    const part = await far.get("bytes=1500000-2500000");
    expect([part.status, part.headers["content-range"], part.headers["content-length"]]).toEqual([
      206,
      "bytes 1500000-2500000/*",
      "1000001",
    ]);
    expect(part.body.equals(long.subarray(1_500_000, 2_500_001))).toBe(true);
    for (const range of ["bytes=-5", "bytes=5-"]) {
      const whole = await far.get(range);
      expect([whole.status, sha256(whole.body)]).toEqual([200, sha256(long)]);
    }
    const cut = await far.get("bytes=2000000-4000000");
    expect([cut.status, cut.complete]).toEqual([206, false]);
  });

  it("has the headers of GET for HEAD, without the body (RANGE-S17)", async () => {
    for (const manners of [{}, { ignoresRange: true }]) {
      const { origin, get } = await proxyOf(manners);
      const whole = await get(undefined, {}, "HEAD");
      expect([
        whole.status,
        whole.headers["content-length"],
        whole.headers["content-type"],
        whole.body.length,
      ]).toEqual([200, "1000000", "video/mp2t", 0]);
      const part = await get("bytes=0-99", {}, "HEAD");
      expect([
        part.status,
        part.headers["content-length"],
        part.headers["content-range"],
        part.body.length,
      ]).toEqual([206, "100", "bytes 0-99/1000000", 0]);
      await origin.waitForConnections(0);
    }
  });

  it("without bytes satisfies no range", async () => {
    const { get } = await proxyOf({}, Buffer.alloc(0));
    expect((await get()).headers["content-length"]).toBe("0");
    expect((await get("bytes=0-")).headers["content-range"]).toBe("bytes */0");
  });

  it("of byte-range playlists adds up to the original file (RANGE-S16)", async () => {
    const lengths = [400_000, 300_000, 300_000];
    const segments = lengths.map(
      (length, index) =>
        `#EXTINF:4,\n#EXT-X-BYTERANGE:${length}@${lengths.slice(0, index).reduce((sum, each) => sum + each, 0)}\nfilm.ts\n`,
    );
    const origin = await startMediaOrigin({
      "/film.ts": serveFile(BYTES),
      "/list.m3u8": (_, response) =>
        void response.end(`#EXTM3U\n#EXT-X-VERSION:4\n${segments.join("")}#EXT-X-ENDLIST\n`),
    });
    const client = await createVideoProxyClient([origin]);
    const list = (await client.get(`${origin.url}/list.m3u8`)).body.toString();
    const read = [...list.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.*)$/gm)].map(
      ([, length, start, path = ""]) => ({
        path,
        range: `bytes=${Number(start)}-${Number(start) + Number(length) - 1}`,
      }),
    );
    const parts = await Promise.all(
      read.map(({ path, range }) => sendRequest(client.origin + path, { range })),
    );
    expect(parts.map(({ status }) => status)).toEqual([206, 206, 206]);
    expect(sha256(Buffer.concat(parts.map(({ body }) => body)))).toBe(sha256(BYTES));
  });
});

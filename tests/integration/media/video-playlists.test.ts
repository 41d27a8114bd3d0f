import { createCipheriv } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMediaOrigin } from "../../fakes/media-origin";
import { serveFile, sha256, transportStream } from "../../fakes/media-file";
import { sendRequest, createVideoProxyClient } from "../../support/media/video-proxy";

const PLAYLIST = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nseg.ts\n#EXT-X-ENDLIST\n";
const rewritten = (base: string, playlist = PLAYLIST) =>
  playlist.replace("seg.ts", `/api/videoProxy?url=${encodeURIComponent(`${base}seg.ts`)}`);
const HLS = "application/vnd.apple.mpegurl";

const OPAQUE = "application/octet-stream";
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

function encrypted(bytes: Buffer): Buffer {
  const cipher = createCipheriv("aes-128-cbc", Buffer.alloc(16, 1), Buffer.alloc(16, 2));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

async function serving(
  type: string | undefined,
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
) {
  const length =
    headers["transfer-encoding"] === undefined && status === 200
      ? { "content-length": String(Buffer.byteLength(body)) }
      : {};
  const origin = await startMediaOrigin(
    (_, response) =>
      void response
        .writeHead(status, {
          ...(type === undefined ? {} : { "content-type": type }),
          ...length,
          ...headers,
        })
        .end(body),
  );
  const client = await createVideoProxyClient([origin]);
  return {
    origin,
    client,
    get: (path: string, given?: Record<string, string>, method?: string) =>
      client.get(origin.url + path, given, method),
  };
}

describe("a playlist", () => {
  it.each([
    ["by its name (HLS-S07)", "/p/index.m3u8?x=1", "text/plain"],
    ["by its type (HLS-S07)", "/p/live", "application/vnd.apple.mpegurl"],
    ["by an older type", "/p/live", "audio/x-mpegURL; charset=utf-8"],
    ["by its content alone", "/p/stream.ts", "video/mp2t"],
    ["by its content alone", "/p/stream", "text/html"],
  ])("is recognised %s", async (_, path, type) => {
    const { origin, get } = await serving(type, PLAYLIST);
    const { status, headers, body } = await get(path);
    expect([status, headers["content-type"], body.toString()]).toEqual([
      200,
      HLS,
      rewritten(`${origin.url}/p/`),
    ]);
    expect(headers["content-length"]).toBe(String(body.length));
  });

  it("has the headers of specification 4.9 (HLS-S24)", async () => {
    const { headers } = await (await serving(HLS, PLAYLIST)).get("/a.m3u8");
    expect(headers).toMatchObject({
      "content-type": HLS,
      "cache-control": "public, max-age=86400, s-maxage=86400",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "x-ratelimit-limit": "1000000",
    });
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(
      Math.abs(Date.parse(headers.expires ?? "") - Date.parse(headers.date ?? "") - 86_400_000),
    ).toBeLessThanOrEqual(5_000);
  });

  it("is resolved against the final URL (HLS-S08)", async () => {
    const edge = await startMediaOrigin({
      "/live/abc/1.m3u8": (_, response) => void response.end(PLAYLIST),
    });
    const origin = await startMediaOrigin({
      "/api/stream/x": (_, response) =>
        void response.writeHead(301, { location: `${edge.url}/live/abc/1.m3u8` }).end(),
    });
    const client = await createVideoProxyClient([origin, edge]);
    expect((await client.get(`${origin.url}/api/stream/x`)).body.toString()).toBe(
      rewritten(`${edge.url}/live/abc/`),
    );
  });

  it("has the length of its body, plain and compressed, on a connection that stays usable (HLS-S25)", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (const [body, headers] of [
      [PLAYLIST, {}],
      [gzipSync(PLAYLIST), { "content-encoding": "gzip" }],
    ] as const) {
      const { origin, client } = await serving(HLS, body, headers);
      for (let count = 0; count < 3; count += 1) {
        const response = await new Promise<{ length: string | undefined; body: string }>(
          (resolve, reject) => {
            httpRequest(
              `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/a.m3u8`)}`,
              { agent },
              (response) => {
                let text = "";
                response.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
                response.on("end", () =>
                  resolve({ length: response.headers["content-length"], body: text }),
                );
              },
            )
              .on("error", reject)
              .end();
          },
        );
        expect(response).toEqual({
          length: String(rewritten(`${origin.url}/`).length),
          body: rewritten(`${origin.url}/`),
        });
      }
    }
  });

  it("contains no host of ours, whatever the request's headers (HLS-S26)", async () => {
    const { body } = await (
      await serving(HLS, PLAYLIST)
    ).get("/a.m3u8", { "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" });
    expect(body.toString()).not.toContain("evil.test");
  });

  it("is ranged after rewriting (RANGE-S14), whatever the origin's own range", async () => {
    for (const path of ["/a.m3u8", "/a"]) {
      const origin = await startMediaOrigin(serveFile(Buffer.from(PLAYLIST), { type: HLS }));
      const client = await createVideoProxyClient([origin]);
      const text = rewritten(`${origin.url}/`);
      for (const [range, start, end] of [
        ["bytes=0-", 0, text.length - 1],
        ["bytes=5-9", 5, 9],
        ["bytes=-3", text.length - 3, text.length - 1],
        [`bytes=${PLAYLIST.length + 1}-`, PLAYLIST.length + 1, text.length - 1],
      ] as const) {
        const { status, headers, body } = await client.get(origin.url + path, { range });
        expect([
          status,
          headers["content-range"],
          headers["content-length"],
          body.toString(),
        ]).toEqual([
          206,
          `bytes ${start}-${end}/${text.length}`,
          String(end - start + 1),
          text.slice(start, end + 1),
        ]);
      }
      expect(
        (await client.get(origin.url + path, { range: "bytes=100000-" })).headers["content-range"],
      ).toBe(`bytes */${text.length}`);
    }
  });

  it("has an ETag of its own, for revalidation and If-Range", async () => {
    const { get } = await serving(HLS, PLAYLIST);
    const { headers, body } = await get("/a.m3u8");
    const etag = headers.etag ?? "";
    const revalidated = await get("/a.m3u8", { "if-none-match": etag });
    expect([
      revalidated.status,
      revalidated.body.length,
      revalidated.headers["cache-control"],
    ]).toEqual([304, 0, "public, max-age=86400, s-maxage=86400"]);
    expect((await get("/a.m3u8", { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    for (const range of ["bytes=0-1", "bytes=100000-"]) {
      const current = await get("/a.m3u8", { range, "if-none-match": etag });
      expect([current.status, current.headers["content-range"]]).toEqual([304, undefined]);
    }
    expect(
      (await get("/a.m3u8", { range: "bytes=0-1", "if-range": '"other"' })).body.equals(body),
    ).toBe(true);
    const head = await get("/a.m3u8", {}, "HEAD");
    expect([
      head.status,
      head.headers["content-length"],
      head.headers.etag,
      head.body.length,
    ]).toEqual([200, String(body.length), etag, 0]);
  });

  it("is always current (HLS-S31)", async () => {
    let sequence = 0;
    const origin = await startMediaOrigin(
      (_, response) => void response.end(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${(sequence += 1)}\n`),
    );
    const client = await createVideoProxyClient([origin]);
    for (const expected of [1, 2])
      expect((await client.get(`${origin.url}/live.m3u8`)).body.toString()).toContain(
        `SEQUENCE:${expected}\n`,
      );
  });

  it("passes delivery directives of a player on", async () => {
    const { origin, client } = await serving(HLS, PLAYLIST);
    await sendRequest(
      `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/a.m3u8?t=a%20b#x`)}&_HLS_msn=7&_HLS_part=2&other=1`,
    );
    expect(origin.requests[0]?.url).toBe("/a.m3u8?t=a%20b&_HLS_msn=7&_HLS_part=2");
  });

  it("imports the variables of its multivariant playlist", async () => {
    const origin = await startMediaOrigin({
      "/main.m3u8": (_, response) =>
        void response.end(
          '#EXTM3U\n#EXT-X-DEFINE:NAME="q",VALUE="a=1&b=ü"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmedia.m3u8\n',
        ),
      "/media.m3u8": (_, response) =>
        void response.end('#EXTM3U\n#EXT-X-DEFINE:IMPORT="q"\n#EXTINF:4,\nseg.ts?{$q}\n'),
    });
    const client = await createVideoProxyClient([origin]);
    const main = (await client.get(`${origin.url}/main.m3u8`)).body.toString();
    const media = (
      await sendRequest(client.origin + (main.trimEnd().split("\n").at(-1) ?? ""))
    ).body.toString();
    const segment = new URL(media.trimEnd().split("\n").at(-1) ?? "", client.origin);
    expect(segment.searchParams.get("url")).toBe(`${origin.url}/seg.ts?a=1&b=%C3%BC`);
  });

  it(
    "of a hundred thousand segments does not block the process (HLS-S28)",
    { tags: "nightly" },
    async () => {
      const line = (index: number) =>
        `#EXTINF:6.000,\nhttps://cdn.example.org/show/${index}.ts?t=1\n`;
      const playlist = `#EXTM3U\n${Array.from({ length: 94_000 }, (_, index) => line(index)).join("")}`;
      expect(playlist.length).toBeLessThan(5 * 1024 * 1024 + 1_000_000);
      const { get } = await serving(HLS, playlist.slice(0, 5 * 1024 * 1024));
      await get("/warm-up.m3u8");
      const before = process.memoryUsage().rss;
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const { status, body } = await get("/a.m3u8");
      delay.disable();
      // Including its source and its viewer, which are in the same process.
      expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
      expect(status).toBe(200);
      expect(
        body
          .toString()
          .split("\n")
          .filter((text) => text.startsWith("/api/videoProxy?url=https%3A%2F%2Fcdn")),
      ).not.toHaveLength(0);
      expect(body.toString()).not.toMatch(/^http/m);
      // Ten times the intended delay, since the machine may be busy.
      expect(delay.percentile(99) / 1e6).toBeLessThan(500);
    },
  );

  it("may have exactly five megabytes, declared or not", async () => {
    const fitting = "#EXTM3U\n".padEnd(5 * 1024 * 1024, "#");
    expect((await (await serving(HLS, fitting)).get("/a.m3u8")).body.length).toBe(fitting.length);
    for (const headers of [
      {},
      { "transfer-encoding": "chunked" },
      { "content-encoding": "gzip" },
    ] as Record<string, string>[]) {
      const longer = Buffer.from(`${fitting}#`);
      const { status, body } = await (
        await serving(
          HLS,
          headers["content-encoding"] === undefined ? longer : gzipSync(longer),
          headers,
        )
      ).get("/a.m3u8");
      expect([status, JSON.parse(body.toString())]).toMatchObject([
        400,
        { error: "The playlist is larger than 5 MiB." },
      ]);
    }
  });

  it("of short lines only has a bounded result", async () => {
    const { origin, client } = await serving(HLS, `#EXTM3U\n${"a\n".repeat(1_000_000)}`);
    const { status } = await client.get(`${origin.url}/${"deep/".repeat(400)}a.m3u8`);
    expect(status).toBe(400);
  });
});

describe("other content", () => {
  it("is rejected without a URL (HLS-S01)", async () => {
    const client = await createVideoProxyClient([]);
    for (const query of ["", "?url=", "?url[]=http://o.test/", "?URL=http://o.test/"]) {
      const { status, headers, body } = await sendRequest(
        `${client.origin}/api/videoProxy${query}`,
      );
      expect([status, headers["cache-control"], JSON.parse(body.toString())]).toEqual([
        400,
        "private, no-store",
        {
          error: "Missing resource URL",
          status: 400,
          issues: [{ path: "url", message: "Missing resource URL" }],
        },
      ]);
    }
    expect(
      (
        await sendRequest(
          `${client.origin}/api/videoProxy?url=http://a.test/&url=http://127.0.0.1/`,
        )
      ).status,
    ).toBe(400);
  });

  it.each([
    ["a message at a playlist's address (HLS-S29)", "/a.m3u8", "text/plain", "FAILED TO CONNECT"],
    ["a page at a playlist's address (HLS-S29)", "/a.m3u8", HLS, "<!doctype html><title>x</title>"],
    ["a list without its first line", "/a.m3u8", HLS, "#EXTINF:4,\nseg.ts\n"],
    ["a page (HLS-S32)", "/a", "text/html", "<script>alert(1)</script>"],
    ["a script (HLS-S32)", "/a.js", "application/javascript", "alert(1)"],
    [
      "a drawing that can run scripts (HLS-S32)",
      "/a.svg",
      "image/svg+xml",
      "<svg onload='alert(1)'/>",
    ],
    ["a style sheet", "/a.css", "text/css", "a{}"],
    ["text", "/a.txt", "text/plain; charset=utf-8", "hello"],
    ["XML", "/a.xml", "application/xml", "<a/>"],
    ["a page where a key should be", "/k", undefined, "<!DOCTYPE html><p>denied</p>"],
    ["a page of a key's length", "/k", "text/html", "<b>Forbidden</b>"],
    ["a page without control characters, in blocks", "/k", "text/html", "<p>\xff</p>".repeat(32)],
    ["a page in UTF-16", "/k", "text/html", utf16("<html>\u3001</html>".repeat(32))],
    ["a page that is called a segment", "/s.ts", "video/mp2t", "\n<html>denied</html>"],
    ["less than a key", "/k", "text/html", Buffer.alloc(15, 1)],
    ["more than a key", "/k", "text/plain", Buffer.alloc(17, 1)],
    ["two keys", "/k", "text/plain", Buffer.alloc(32, 1)],
    ["what is not in whole blocks", "/s.ts", "text/html", Buffer.alloc(4_801, 1)],
    ["a key's bytes at a playlist's address", "/a.m3u8", "text/html", Buffer.alloc(16, 1)],
  ])("is rejected: %s", async (_, path, type, body) => {
    const { origin, get } = await serving(type, body, { connection: "close" });
    for (const headers of [{}, { range: "bytes=0-" }, { range: "bytes=2-5" }] as Record<
      string,
      string
    >[]) {
      const response = await get(path, headers);
      expect([
        response.status,
        response.headers["cache-control"],
        response.headers["content-type"],
      ]).toEqual([400, "private, no-store", "application/json; charset=utf-8"]);
      expect(response.body.includes(body)).toBe(false);
    }
    await origin.waitForConnections(0);
  });

  it("is rejected for a range in the middle, too, by its first bytes", async () => {
    const text = Buffer.from("<!doctype html>".repeat(1000));
    const origin = await startMediaOrigin({
      "/page": serveFile(text, { type: "text/html" }),
      "/film": serveFile(transportStream(10_000), { type: "text/html" }),
      "/segment": serveFile(encrypted(transportStream(10_000)), { type: "text/html" }),
      "/list": serveFile(Buffer.from(PLAYLIST.repeat(20)), { type: "text/plain" }),
    });
    const client = await createVideoProxyClient([origin]);
    expect((await client.get(`${origin.url}/page`, { range: "bytes=500-600" })).status).toBe(400);
    const film = await client.get(`${origin.url}/film`, { range: "bytes=500-600" });
    expect([film.status, film.headers["content-type"], film.body.length]).toEqual([
      206,
      "video/mp2t",
      101,
    ]);
    for (const range of ["bytes=500-600", "bytes=0-9"]) {
      const segment = await client.get(`${origin.url}/segment`, { range });
      expect([segment.status, segment.headers["content-type"]]).toEqual([206, OPAQUE]);
    }
    const list = await client.get(`${origin.url}/list`, { range: "bytes=500-600" });
    expect([list.status, list.headers["content-type"]]).toEqual([206, HLS]);
  });

  it.each([
    [404, 404],
    [410, 404],
    [401, 500],
    [403, 500],
    [429, 500],
    [500, 500],
    [503, 500],
    [204, 500],
    [304, 500],
  ])("is an error: upstream's %i is %i here (HLS-S30)", async (upstreamStatus, responseStatus) => {
    const { get } = await serving(
      "video/mp2t",
      [204, 304].includes(upstreamStatus) ? "" : "no",
      {},
      upstreamStatus,
    );
    for (const headers of [{}, { range: "bytes=0-9" }] as Record<string, string>[]) {
      const { status, headers: got, body } = await get("/seg.ts", headers);
      expect([
        status,
        got["cache-control"],
        Object.keys(JSON.parse(body.toString()) as object),
      ]).toEqual([responseStatus, "private, no-store", ["error", "status"]]);
    }
  });

  it("is rejected from an unknown or forbidden host, also behind a rewritten URL (SSRF-S48)", async () => {
    const canary = await startMediaOrigin({});
    const { get, client } = await serving(
      HLS,
      `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${canary.url}/k"\n${canary.url}/s.ts\n`,
    );
    const playlist = (await get("/a.m3u8")).body.toString();
    expect(canary.connections.accepted).toBe(0);
    for (const path of playlist.match(/\/api\/videoProxy\?url=[^"\n]+/g) ?? [])
      expect((await sendRequest(client.origin + path)).status).toBe(400);
    expect((await client.get("http://127.0.0.1:1/")).status).toBe(400);
    expect((await client.get(`${client.origin}/api/videoProxy?url=x`)).status).toBe(400);
    expect(canary.connections.accepted).toBe(0);
  });

  it("is 404 for an unknown host and 500 for a refused connection", async () => {
    const origin = await startMediaOrigin({});
    const client = await createVideoProxyClient([origin]);
    await origin.stop();
    for (const path of ["/a.ts", "/a.m3u8"]) {
      expect((await client.get(`http://no-such-host.invalid${path}`)).status).toBe(404);
      expect((await client.get(origin.url + path)).status).toBe(500);
    }
  });

  it("is rejected after too many redirects", async () => {
    const origin = await startMediaOrigin({
      "/loop": (_, response) => void response.writeHead(302, { location: "/loop" }).end(),
    });
    expect((await (await createVideoProxyClient([origin])).get(`${origin.url}/loop`)).status).toBe(
      400,
    );
  });
});

describe("media", () => {
  const key = Buffer.from(
    "ff f1 50 80 00 1f fc 00 11 22 33 44 55 66 77 88".replaceAll(" ", ""),
    "hex",
  );
  const box = (name: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(name), Buffer.alloc(600, 7)]);
  it.each<readonly [string, string | undefined, string, Buffer]>([
    ["video/mp2t", "video/MP2T; codecs=x", "/s.ts", transportStream(5_000)],
    ["video/mp2t", "text/html", "/s.html", transportStream(5_000)],
    ["video/mp2t", "image/svg+xml", "/s.svg", transportStream(188)],
    ["video/mp2t", "application/octet-stream", "/s", transportStream(5_000)],
    ["video/mp4", "text/plain", "/s.m4s", box("styp")],
    ["video/mp4", undefined, "/s.m4s", box("moof")],
    ["video/iso.segment", "video/iso.segment", "/s.m4s", box("moof")],
    ["audio/aac", "text/plain", "/s.aac", Buffer.from("fff15080001ffc", "hex")],
    [
      "audio/aac",
      "text/plain",
      "/s.aac",
      Buffer.concat([
        Buffer.from("49443304000000000003616263", "hex"),
        Buffer.from("fff15080001ffc", "hex"),
      ]),
    ],
    ["audio/mpeg", "text/plain", "/s.mp3", Buffer.from("fffb9064000000000000", "hex")],
    [
      "text/vtt; charset=utf-8",
      "text/plain",
      "/s.vtt",
      Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nhello"),
    ],
    ["text/vtt; charset=utf-8", "text/vtt", "/s.vtt", Buffer.from("WEBVTT")],
    ["image/png", "text/plain", "/s.png", Buffer.from("89504e470d0a1a0a0000", "hex")],
    ["image/jpeg", "image/jpeg", "/s.jpg", Buffer.from("ffd8ffe0", "hex")],
    ["application/octet-stream", "application/octet-stream", "/k", key],
    ["application/octet-stream", "binary/octet-stream", "/k", key],
    ["application/octet-stream", undefined, "/k", key],
    ...["text/html", "text/plain; charset=utf-8", "image/svg+xml", HLS].flatMap((type) => [
      [OPAQUE, type, "/k", key] as const,
      [OPAQUE, type, "/k", Buffer.from("0123456789abcdef")] as const,
      [OPAQUE, type, "/k", Buffer.from(`<${"\x01".repeat(15)}`)] as const,
      [OPAQUE, type, "/s.ts", encrypted(transportStream(4_700))] as const,
      [OPAQUE, type, "/init.mp4", encrypted(box("ftyp"))] as const,
    ]),
    ["application/json", "application/json; charset=utf-8", "/list", Buffer.from('{"ASSETS":[]}')],
  ])(
    "is relayed byte for byte as %s, declared as %s (HLS-S33)",
    async (expected, type, path, bytes) => {
      const { get } = await serving(type, bytes, {
        "set-cookie": "a=b",
        "content-security-policy": "sandbox allow-scripts",
        "clear-site-data": "*",
        connection: "close",
        "x-anything": "1",
      });
      const { status, headers, body } = await get(path, { "accept-encoding": "gzip, br" });
      expect([status, headers["content-type"], headers["content-length"], sha256(body)]).toEqual([
        200,
        expected,
        String(bytes.length),
        sha256(bytes),
      ]);
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=86400",
        "x-content-type-options": "nosniff",
        "accept-ranges": "bytes",
      });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      const part = await get(path, { range: "bytes=2-5" });
      expect([part.status, part.headers["content-type"], part.body]).toEqual([
        bytes.length > 2 ? 206 : 416,
        expected,
        bytes.subarray(2, 6),
      ]);
      expect(
        ["set-cookie", "clear-site-data", "x-anything", "expires"].filter(
          (name) => name in headers,
        ),
      ).toEqual([]);
    },
  );

  it("is requested without any of the viewer's data (SSRF-S37, SSRF-S38, SSRF-S39)", async () => {
    const { origin, get } = await serving("video/mp2t", transportStream(1000));
    await get("/s.ts", {
      ...{
        cookie: "session=1",
        authorization: "Basic x",
        "x-api-key": "k",
        referer: "http://viewer.test/",
        origin: "http://viewer.test",
        "x-forwarded-for": "192.0.2.1",
      },
      ...{
        forwarded: "for=192.0.2.1",
        traceparent: "00-1",
        "user-agent": "Viewer/1",
        "accept-language": "ja",
        range: "bytes=0-9",
      },
    });
    const { headers = {} } = origin.requests[0] ?? {};
    expect(Object.keys(headers).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "range",
      "user-agent",
    ]);
    expect(JSON.stringify(headers)).not.toMatch(/viewer|192\.0\.2/i);
  });
});

import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../fakes/media-file";
import { startMediaOrigin } from "../../fakes/media-origin";
import { sendRequest, createVideoProxyClient } from "../../support/media/video-proxy";

describe("JSON with URLs", () => {
  const json = (value: unknown) => (_: unknown, response: ServerResponse) =>
    void response
      .writeHead(200, { "content-type": "application/json" })
      .end(typeof value === "string" ? value : JSON.stringify(value));
  const steering = {
    VERSION: 1,
    TTL: 10,
    "RELOAD-URI": "next.json",
    "PATHWAY-PRIORITY": ["B", "A"],
    "PATHWAY-CLONES": [
      { "BASE-ID": "A", ID: "B", "URI-REPLACEMENT": { HOST: "HOST", PARAMS: { t: "1" } } },
    ],
  };

  it("is rewritten: a steering manifest, its reload and its clones", async () => {
    const other = await startMediaOrigin({
      "/v/1.m3u8": (_, response) => void response.end("#EXTM3U\n#EXTINF:4,\n1.ts\n"),
    });
    const manifest = JSON.stringify(steering).replace('"HOST":"HOST"', `"HOST":"${other.host}"`);
    const origin = await startMediaOrigin({
      "/master.m3u8": (_, response) =>
        void response.end(
          '#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI="steering.json?a=1",PATHWAY-ID="A"\n#EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID="A"\nv/1.m3u8?q=2\n',
        ),
      "/steering.json": json(manifest),
      "/next.json": json(manifest),
    });
    const client = await createVideoProxyClient([origin, other]);
    const master = (await client.get(`${origin.url}/master.m3u8`)).body.toString();
    const server = /SERVER-URI="([^"]*)"/.exec(master)?.[1] ?? "";
    const response = await sendRequest(`${client.origin}${server}&_HLS_pathway=%22A%22`);
    expect(origin.requests.at(-1)?.url).toBe("/steering.json?a=1&_HLS_pathway=%22A%22");
    expect([
      response.status,
      response.headers["content-type"],
      response.headers["cache-control"],
      response.headers["content-length"],
    ]).toEqual([200, "application/json", "private, no-store", String(response.body.length)]);
    const read = JSON.parse(response.body.toString()) as typeof steering;
    expect(read).toMatchObject({ VERSION: 1, TTL: 10, "PATHWAY-PRIORITY": ["B", "A"] });
    expect((await sendRequest(client.origin + read["RELOAD-URI"])).body.equals(response.body)).toBe(
      true,
    );
    // A player derives the clone's URLs from the known ones, by the given parameters.
    const variant = new URL(/^\/api.*$/m.exec(master)?.[0] ?? "", client.origin);
    for (const [name, value] of Object.entries(
      read["PATHWAY-CLONES"][0]?.["URI-REPLACEMENT"].PARAMS ?? {},
    ))
      variant.searchParams.set(name, value);
    const cloned = await sendRequest(variant.href);
    expect(other.requests.at(-1)?.url).toBe("/v/1.m3u8?q=2&t=1");
    expect(cloned.body.toString()).toContain(
      `/api/videoProxy?url=${encodeURIComponent(`${other.url}/v/1.ts`)}`,
    );
    // A clone's target is checked like any other source.
    variant.searchParams.set("clone.host", "127.0.0.1:1");
    expect((await sendRequest(variant.href)).status).toBe(400);
  });

  it("is rewritten: an asset list, byte ranges of it included", async () => {
    const list = { ASSETS: [{ URI: "https://ads.test/1.m3u8", DURATION: 15 }] };
    const origin = await startMediaOrigin({ "/list": json(list) });
    const client = await createVideoProxyClient([origin]);
    const whole = await client.get(`${origin.url}/list`);
    expect(JSON.parse(whole.body.toString())).toEqual({
      ASSETS: [
        {
          URI: `/api/videoProxy?url=${encodeURIComponent("https://ads.test/1.m3u8")}`,
          DURATION: 15,
        },
      ],
    });
    const part = await client.get(`${origin.url}/list`, { range: "bytes=2-7" });
    expect([part.status, part.headers["content-range"], part.body.toString()]).toEqual([
      206,
      `bytes 2-7/${whole.body.length}`,
      "ASSETS",
    ]);
  });

  it("is unchanged when it is too long, or not such a list", async () => {
    const text = (length: number) =>
      `{"TTL":1,"PATHWAY-PRIORITY":[],"X":"${"x".repeat(length - 38)}"}`;
    for (const [body, isRewritten] of [
      [text(1024 * 1024), true],
      [text(1024 * 1024 + 1), false],
      ['{ "DATA": "https://o.test/" }', false],
      ["{", false],
    ] as const) {
      const origin = await startMediaOrigin({ "/list": json(body) });
      const client = await createVideoProxyClient([origin]);
      const response = await client.get(`${origin.url}/list`);
      expect([response.status, response.headers["cache-control"], sha256(response.body)]).toEqual([
        200,
        isRewritten ? "private, no-store" : "public, max-age=86400",
        sha256(Buffer.from(body)),
      ]);
    }
  });
});

// @module-tag rest
import { expect, it, onTestFinished } from "vitest";
import { startSite } from "../../support/server/site";
import { gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { EVERY_REQUEST } from "../../support/server/every-request";
import { dataOf, signUpClient } from "../../support/server/signed-in";

const database = await testDatabase({ template: STARTER_TEMPLATE });

/** What a cache stores a response under, and for how long. */
const STORED = ["etag", "last-modified", "cache-control", "vary"] as const;
/** RFC 9110 section 15.4.5. */
const REVALIDATED = ["etag", "cache-control", "vary"] as const;
/** Responses that no cache stores may differ between two requests. */
const NOT_STORED = ["cache-control", "vary"] as const;
const pick = (response: Response, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = response.headers.get(name);
      // The ETags of all codings are equal here; HEAD may have that of the plain body.
      return [name, name === "etag" ? value?.replace(/-(?:br|gzip)"$/, '"') : value];
    }),
  );

async function startSiteWithMedia() {
  const origin = await startMediaOrigin({
    "/list.m3u8": (_request, response) =>
      response
        .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
        .end("#EXTM3U\n#EXTINF:4,\nsegment.ts\n#EXT-X-ENDLIST\n"),
    "/segment.ts": (_request, response) =>
      response
        .writeHead(200, { "content-type": "video/mp2t", etag: '"segment"' })
        .end(Buffer.alloc(188 * 4, 0x47)),
  });
  const server = await startSite({
    ...databaseEnvironment(database.options),
    RATE_LIMITS: "animesFull=100000/60,videoProxy=100000/60",
    OUTBOUND_ALLOW: origin.host,
  });
  onTestFinished(() => server.stop());
  const client = await signUpClient(server.url);
  const image = await gradient({ width: 64, height: 64 });
  const upload = await client.send("POST", "/api/uploadImage", {
    image: `data:image/png;base64,${image.toString("base64")}`,
    filename: "picture.png",
  });
  return {
    /** Besides the route and endpoint tables: an upload, a playlist and a segment. */
    more: [
      new URL(dataOf<string>(upload), server.url).pathname,
      ...["/list.m3u8", "/segment.ts"].map(
        (path) => `/api/videoProxy?url=${encodeURIComponent(origin.url + path)}`,
      ),
    ],
    send: async (path: string, headers: Record<string, string>, method = "GET") => {
      const response = await fetch(server.url + path, { method, headers, redirect: "manual" });
      await response.arrayBuffer();
      return response;
    },
  };
}

it("sends the headers of the 200 with HEAD and 304, and 304 before a range", async () => {
  const { send, more } = await startSiteWithMedia();
  const paths = [
    ...EVERY_REQUEST.flatMap(([method, path]) => (method === "GET" ? [path] : [])),
    ...more,
  ];
  const validated = new Set<string>();
  for (const encoding of ["identity", "br"])
    for (const path of paths) {
      const accept = { "accept-encoding": encoding };
      const whole = await send(path, accept);
      if (whole.status !== 200) continue;
      const isStored = whole.headers.get("cache-control")?.includes("no-store") !== true;
      const compared = [...(isStored ? STORED : NOT_STORED), "content-type"];
      const head = await send(path, accept, "HEAD");
      expect({ path, encoding, status: head.status, ...pick(head, compared) }).toEqual({
        path,
        encoding,
        status: 200,
        ...pick(whole, compared),
      });
      const etag = whole.headers.get("etag");
      if (etag === null) continue;
      validated.add(path.replace(/\?.*/, ""));
      for (const range of ["", "bytes=0-0", "bytes=900000000-"])
        for (const method of ["GET", "HEAD"]) {
          const headers = { ...accept, "if-none-match": etag, ...(range === "" ? {} : { range }) };
          const current = await send(path, headers, method);
          const { status } = current;
          expect({ path, method, headers, status, ...pick(current, REVALIDATED) }).toEqual({
            path,
            method,
            headers,
            status: 304,
            ...pick(whole, REVALIDATED),
          });
          expect(current.headers.get("content-range")).toBeNull();
        }
    }
  expect([...validated]).toEqual(
    expect.arrayContaining([
      "/schedule.ics",
      "/sitemap.xml",
      "/favicon.svg",
      "/api/animes/full",
      "/api/videoProxy",
      new URL(more[0] ?? "", "http://akari.test").pathname,
    ]),
  );
});

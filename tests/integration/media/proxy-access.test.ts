import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { addAnime, addEpisodes } from "../../factories/anime";
import { solid } from "../../factories/image";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient } from "../../support/server/api-client";
import { createSignedInClient, dataOf } from "../../support/server/signed-in";

const database = await testDatabase();
const solidBytes = await solid();
const fetched: string[] = [];
const media = createServer((request, response) => {
  fetched.push(request.url ?? "");
  if (request.url?.endsWith(".m3u8") === true)
    response
      .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
      .end("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST\n");
  else if (request.url?.endsWith(".png") === true)
    response.writeHead(200, { "content-type": "image/png" }).end(solidBytes);
  else response.writeHead(200, { "content-type": "video/mp2t", etag: '"s"' }).end("G".repeat(188));
});
let animeId: number;
let host: string;

beforeAll(async () => {
  media.listen(0, "127.0.0.1");
  await once(media, "listening");
  host = `127.0.0.1:${(media.address() as AddressInfo).port}`;
  ({ mal_id: animeId } = await addAnime(database.db));
  await addEpisodes(database.db, animeId, 1, 1);
  const url = `http://${host}/1.m3u8`;
  await putSource(database.db, sourceInputSchema.parse({ anime: animeId, episode: 1, url }), null);
});
afterAll(() => void media.close());

const encoded = (path: string) => encodeURIComponent(`http://${host}${path}`);
const sourcesPath = () => `/api/episodes/playback?mal_id=${animeId}&ep=1`;
interface Playback {
  sources: { url: string }[];
}

it("with PROXIES=signed-in the proxies are for sessions and tokens alone", async () => {
  const environment = { OUTBOUND_ALLOW: host, PROXIES: "signed-in" };
  const user = await createSignedInClient(database, environment);
  const { token } = dataOf<{ token: string }>(
    await user.send("POST", "/api/user/tokens", { name: "player", scopes: ["list:read"] }),
  );
  const visitor = createApiClient(user.origin);
  const program = { authorization: `Bearer ${token}` };
  const { sources } = dataOf<Playback>(await user.send("GET", sourcesPath()));
  const granted = sources[0]?.url ?? "none";
  expect(granted).toContain("&playback=");
  const image = `/api/proxy?url=${encoded("/a.png")}`;
  const reads = [
    image,
    `/api/videoProxy?url=${encoded("/1.m3u8")}`,
    `/api/videoProxy?url=${encoded("/0.ts")}`,
    granted,
  ];
  const refuse = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const { status, body, headers: sent } = await visitor.send(method, path, undefined, headers);
    expect([path, status, sent.get("cache-control")]).toEqual([path, 401, "private, no-store"]);
    if (method !== "HEAD") expect(body).toMatchObject({ status: 401, error: "Unauthorized" });
  };
  for (const path of reads) {
    await refuse(path);
    await refuse(path, { authorization: "Bearer akari_unknown" });
    await refuse(path, {}, "HEAD");
  }
  expect(fetched).toEqual([]);

  for (const path of reads)
    for (const headers of [{}, program]) {
      const client = headers === program ? visitor : user;
      const { status, headers: sent } = await client.send("GET", path, undefined, headers);
      expect([path, status]).toEqual([path, 200]);
      expect(sent.get("cache-control")).toMatch(/^private, max-age=\d+(?:, immutable)?$/);
    }
  // What is cached by now is as little for visitors.
  const requests = fetched.length;
  for (const path of reads) await refuse(path);
  expect(fetched).toHaveLength(requests);
  const { etag = "" } = Object.fromEntries(
    (await user.send("GET", image)).headers.entries(),
  ) as Record<string, string>;
  await refuse(image, { "if-none-match": etag });
  const part = await user.send("GET", reads[2] ?? "", undefined, { range: "bytes=0-9" });
  expect([part.status, part.headers.get("cache-control")]).toEqual([206, "private, max-age=86400"]);
  const unchanged = await user.send("GET", reads[2] ?? "", undefined, { "if-none-match": '"s"' });
  expect([unchanged.status, unchanged.headers.get("cache-control")]).toEqual([
    304,
    "private, max-age=86400",
  ]);

  const post = (client: typeof visitor, headers = {}) =>
    client.send("POST", "/api/proxy", new Uint8Array(solidBytes), {
      "content-type": "image/png",
      ...headers,
    });
  expect((await post(visitor)).status).toBe(401);
  expect([(await post(user)).status, (await post(visitor, program)).status]).toEqual([200, 200]);

  expect(dataOf<Playback>(await visitor.send("GET", sourcesPath())).sources).toEqual([]);
});

it("by default everyone may use them", async () => {
  const user = await createSignedInClient(database, { OUTBOUND_ALLOW: host });
  const visitor = createApiClient(user.origin);
  const { status, headers } = await visitor.send("GET", `/api/proxy?url=${encoded("/b.png")}`);
  expect([status, headers.get("cache-control")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  expect(dataOf<Playback>(await visitor.send("GET", sourcesPath())).sources).toHaveLength(1);
});

import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { startProcess } from "../../support/server/process";

const database = await testDatabase();

const media = createServer((request, response) => {
  if (request.url?.endsWith(".m3u8") === true)
    response
      .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
      .end("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nparts/0.ts\n#EXT-X-ENDLIST\n");
  else response.writeHead(200, { "content-type": "video/mp2t" }).end("segment");
});
let animeId: number;
let host: string;

beforeAll(async () => {
  media.listen(0, "127.0.0.1");
  await once(media, "listening");
  host = `127.0.0.1:${(media.address() as AddressInfo).port}`;
  ({ mal_id: animeId } = await addAnime(database.db));
  await addEpisodes(database.db, animeId, 1, 1);
  const url = `http://${host}/show/1.m3u8`;
  const input = sourceInputSchema.parse({ anime: animeId, episode: 1, url });
  await putSource(database.db, input, null);
});
afterAll(() => void media.close());

it("counts requests of the site's player separately from others", async () => {
  const { origin } = await startProcess({
    database,
    environment: {
      OUTBOUND_ALLOW: host,
      TRUSTED_PROXIES: "127.0.0.1",
      RATE_LIMITS: "videoProxy=2/60,playback=4/60",
    },
  });
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  const get = async (path: string, ip = "203.0.113.5") => {
    const response = await fetch(origin + path, { headers: from(ip) });
    return { status: response.status, text: await response.text() };
  };
  const response = await get(`/api/episodes/playback?mal_id=${animeId}&ep=1`);
  const { data } = JSON.parse(response.text) as { data: { sources: { url: string }[] } };
  const given = data.sources[0]?.url ?? "";
  const plain = `/api/videoProxy?url=${encodeURIComponent(`http://${host}/show/1.m3u8`)}`;
  expect(given).toMatch(/^\/api\/videoProxy\?url=[^&]+&playback=[\w-]{32}$/);

  expect([(await get(plain)).status, (await get(plain)).status, (await get(plain)).status]).toEqual(
    [200, 200, 429],
  );
  expect((await get(plain)).text).not.toContain("&playback=");
  const playlist = await get(given);
  expect(playlist.status).toBe(200);
  const segment = playlist.text.split("\n").find((line) => line.startsWith("/api/")) ?? "";
  expect(segment).toMatch(/parts%2F0\.ts&playback=[\w-]{32}$/);
  expect([(await get(segment)).status, (await get(segment)).status]).toEqual([200, 200]);
  // A signature is valid for one source and one viewer.
  const stolen = given.replace("1.m3u8", "2.m3u8");
  expect((await get(stolen)).status).toBe(429);
  const elsewhere = "203.0.113.9";
  for (const status of [200, 200, 429]) expect((await get(given, elsewhere)).status).toBe(status);
  expect([(await get(given)).status, (await get(given)).status]).toEqual([200, 429]);
});

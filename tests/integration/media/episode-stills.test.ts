import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { loader as stillRoute } from "~/routes/media/episode-still";
import { loader as watchPage } from "~/routes/watch/episode";
import { titleImages } from "~db/schema";
import { addAnimes, addEpisodes } from "../../factories/anime";
import { gradient } from "../../factories/image";
import { startMediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { createTempFolder, serveImage } from "../../support/media/image-service";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;

function createSite(origin: MediaOrigin) {
  const call = createPageCaller(database, {
    DATA_DIR: createTempFolder(),
    OUTBOUND_ALLOW: origin.host,
  });
  const request = async (id: number, number: string, size = "1280.webp") => {
    const response = await call(stillRoute, `/media/still/${id}/${number}/${size}`, {
      params: { id: String(id), number, size },
      visitor: { parentalControl: true },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, cacheControl: response.headers.get("cache-control"), bytes };
  };
  return { call, request };
}

const sizeOfImage = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
};

describe("an episode's still", () => {
  it("is the catalog's, cropped to 16:9, and leaves the color of the title alone", async () => {
    const origin = await startMediaOrigin({
      "/still.jpg": serveImage(await gradient({ width: 1440, height: 1080, format: "jpeg" })),
    });
    await addAnimes(db, { mal_id: 41 });
    await addEpisodes(db, 41, 1, 1, { imageUrl: `${origin.url}/still.jpg` });
    const { call, request } = createSite(origin);
    const still = await request(41, "1");
    expect([still.status, still.cacheControl]).toEqual([200, "public, max-age=86400"]);
    expect(await sizeOfImage(still.bytes)).toEqual([1280, 720]);
    expect(await sizeOfImage((await request(41, "1", "640.webp")).bytes)).toEqual([640, 360]);
    expect(origin.requests).toHaveLength(1);
    expect(await db.$count(titleImages, eq(titleImages.malId, 41))).toBe(0);
    const page = await call(watchPage, "/watch/41/1", { params: { id: "41", number: "1" } });
    expect(page).toMatchObject({ episode: { hasStill: true } });
  });

  it.each([
    ["is gone", (origin: MediaOrigin) => `${origin.url}/gone.jpg`],
    ["is no image", (origin: MediaOrigin) => `${origin.url}/page.html`],
    ["is on a host that does not exist", () => "https://no-such-host.invalid/still.jpg"],
  ])("that %s falls back to artwork for a minute", async (_, url) => {
    const origin = await startMediaOrigin({
      "/page.html": serveImage(Buffer.from("<html></html>"), "image/jpeg"),
    });
    const [anime] = await addAnimes(db, {});
    const id = anime?.mal_id ?? 0;
    await addEpisodes(db, id, 1, 1, { imageUrl: url(origin) });
    const { status, cacheControl, bytes } = await createSite(origin).request(id, "1");
    expect([status, cacheControl]).toEqual([200, "public, max-age=60"]);
    expect(await sizeOfImage(bytes)).toEqual([1080, 300]);
  });

  it("falls back to the title's banner", async () => {
    const origin = await startMediaOrigin({
      "/banner.png": serveImage(await gradient({ width: 1900, height: 400 })),
    });
    await addAnimes(db, { mal_id: 42, banner_image: `${origin.url}/banner.png` });
    await addEpisodes(db, 42, 1, 1, { imageUrl: `${origin.url}/gone.jpg` });
    await addEpisodes(db, 42, 2, 2);
    const { call, request } = createSite(origin);
    const [failed, absent] = [await request(42, "1"), await request(42, "2")];
    expect([failed.cacheControl, absent.cacheControl]).toEqual([
      "public, max-age=60",
      "public, max-age=86400",
    ]);
    expect(absent.bytes).toEqual(failed.bytes);
    const page = await call(watchPage, "/watch/42/2", { params: { id: "42", number: "2" } });
    expect(page).toMatchObject({ episode: { hasStill: false } });
  });

  it.each([
    ["of an unknown episode", "9", "1280.webp"],
    ["of another size", "1", "1281.webp"],
    ["of no number", "one", "1280.webp"],
  ])("%s is a 404", async (_, number, size) => {
    const [anime] = await addAnimes(db, {});
    await addEpisodes(db, anime?.mal_id ?? 0, 1, 1);
    const { request } = createSite(await startMediaOrigin({}));
    expect((await request(anime?.mal_id ?? 0, number, size)).status).toBe(404);
  });

  it("of a title that parental control hides is a 404", async () => {
    const [anime] = await addAnimes(db, { rating: "Rx - Hentai" });
    await addEpisodes(db, anime?.mal_id ?? 0, 1, 1);
    const { request } = createSite(await startMediaOrigin({}));
    expect((await request(anime?.mal_id ?? 0, "1")).status).toBe(404);
  });
});

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createImageCache } from "~/media/images/cache/image-cache.server";
import { sizeOf } from "~/media/images/cover-sizes";
import { createTitlePictures, type SeenPicture } from "~/media/images/titles/title-pictures.server";
import { createLog } from "~/observability/log.server";
import { loader as picturePage } from "~/routes/media/picture";
import { loader as titlePage } from "~/routes/catalog/anime";
import { titlePictures } from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { flat, picture } from "../../factories/image";
import { mediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { pageCaller } from "../../support/server/call-page";
import { serve, temporaryFolder, transformPool } from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

function site(origin: MediaOrigin) {
  const call = pageCaller(database, { DATA_DIR: temporaryFolder(), OUTBOUND_ALLOW: origin.host });
  const ask = async (kind: string, id: number, size: string, etag?: string) => {
    const init = etag === undefined ? {} : { headers: { "if-none-match": etag } };
    const answer = await call(picturePage, `/media/${kind}/${id}/${size}`, {
      params: { kind, id: String(id), size },
      init,
    });
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  return { call, ask };
}

describe("a title's own pictures", () => {
  it("come from the catalog's address, cut to the size and never enlarged, with one fetch for all sizes", async () => {
    const origin = await mediaOrigin({
      "/cover.jpg": serve(await picture({ width: 425, height: 600, format: "jpeg" })),
      "/banner.png": serve(await picture({ width: 1900, height: 400 })),
    });
    await addAnimes(database.db, {
      mal_id: 11,
      image_url: "not an address",
      image_webp: `${origin.url}/cover.jpg`,
      banner_image: `${origin.url}/banner.png`,
    });
    const { ask } = site(origin);
    const sizes = await Promise.all(
      ["120.webp", "240.webp", "720.webp"].map(async (size) =>
        sharp((await ask("cover", 11, size)).bytes).metadata(),
      ),
    );
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ["webp", 120, 180],
      ["webp", 240, 360],
      ["webp", 400, 600],
    ]);
    expect(await sharp((await ask("banner", 11, "2160.webp")).bytes).metadata()).toMatchObject({
      width: 1440,
      height: 400,
    });
    expect(origin.requests.map(({ url }) => url).sort()).toEqual(["/banner.png", "/cover.jpg"]);
  });

  it("are fresh for a day and answered with 304 by their tag", async () => {
    const origin = await mediaOrigin({ "/cover.jpg": serve(await picture({ format: "jpeg" })) });
    await addAnimes(database.db, { mal_id: 12, image_url: `${origin.url}/cover.jpg` });
    const { ask } = site(origin);
    const first = await ask("cover", 12, "240.webp");
    expect([
      first.status,
      first.headers.get("cache-control"),
      first.headers.get("content-length"),
    ]).toEqual([200, "public, max-age=86400", String(first.bytes.length)]);
    const again = await ask("cover", 12, "240.webp", first.headers.get("etag") ?? "");
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it.each([
    ["are gone", (origin: MediaOrigin) => `${origin.url}/gone.jpg`],
    ["are no images", (origin: MediaOrigin) => `${origin.url}/page.html`],
    ["are on a private host", () => "http://127.0.0.1:9/cover.jpg"],
    ["are on a host that does not exist", () => "https://no-such-host.invalid/cover.jpg"],
  ])("that %s are stood in for by artwork, for a minute", async (_, address) => {
    const origin = await mediaOrigin({
      "/page.html": serve(Buffer.from("<html></html>"), "image/jpeg"),
    });
    const [anime] = await addAnimes(database.db, { image_url: address(origin) });
    const { status, headers, bytes } = await site(origin).ask(
      "cover",
      anime?.mal_id ?? 0,
      "120.webp",
    );
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=60"]);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "webp",
      width: 120,
      height: 180,
    });
  });

  it("lend their colour and a tiny form to the pages once they have been seen", async () => {
    const origin = await mediaOrigin({
      "/cover.png": serve(await flat({ width: 300, height: 450 })),
    });
    const [anime] = await addAnimes(database.db, {
      mal_id: 13,
      title: "Seen",
      image_url: `${origin.url}/cover.png`,
    });
    const { call, ask } = site(origin);
    const shown = async () =>
      (await call(titlePage, "/anime/13/seen", { params: { id: "13", slug: "seen" } })).anime;
    expect(await shown()).toMatchObject({ placeholder: null });
    await ask("cover", anime?.mal_id ?? 0, "240.webp");
    await expect
      .poll(() => database.db.select().from(titlePictures).where(eq(titlePictures.malId, 13)))
      .toHaveLength(1);
    expect(await shown()).toMatchObject({
      color: expect.stringMatching(/^#3[0-9a-f]6[0-9a-f]c[0-9a-f]$/) as string,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/) as string,
    });
  });

  it("make a picture for link previews, with artwork where there is none", async () => {
    const origin = await mediaOrigin({
      "/cover.png": serve(await flat({ width: 300, height: 450 })),
    });
    await addAnimes(
      database.db,
      { mal_id: 14, image_url: `${origin.url}/cover.png` },
      { mal_id: 15 },
    );
    const { ask } = site(origin);
    for (const [id, cacheControl] of [
      [14, "public, max-age=86400"],
      [15, "public, max-age=3600"],
    ] as const) {
      const { status, headers, bytes } = await ask("social", id, "1200.jpg");
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        "image/jpeg",
        cacheControl,
      ]);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: "jpeg",
        width: 1200,
        height: 630,
      });
      expect((await ask("social", id, "1200.jpg", headers.get("etag") ?? "")).status).toBe(304);
    }
    expect((await ask("social", 14, "600.jpg")).status).toBe(404);
  });
});

describe("createTitlePictures", () => {
  const asked = { kind: "cover", malId: 1, size: sizeOf("cover", 120) } as const;

  function pictures(
    fetchSource: Parameters<typeof createTitlePictures>[0]["fetchSource"],
    patienceMs = 60_000,
  ) {
    const seen: SeenPicture[] = [];
    const cache = createImageCache({
      folder: temporaryFolder(),
      maxDiskBytes: 10e6,
      maxMemoryBytes: 1e6,
      maxAgeMs: 1e9,
      log: createLog("silent"),
    });
    return {
      seen,
      found: createTitlePictures({
        fetchSource,
        pool: transformPool({ workers: 1 }),
        cache,
        onSeen: (picture) => seen.push(picture),
        patienceMs,
      }),
    };
  }

  it("does not make a page wait for a slow source, and has the picture later", async () => {
    const image = await picture({ width: 200, height: 300 });
    const waiting: (() => void)[] = [];
    const { found } = pictures(
      () =>
        new Promise((resolve) =>
          waiting.push(() => resolve({ parts: [image], release: () => undefined })),
        ),
      1,
    );
    expect(await found.find({ ...asked, source: "https://slow.example/a.jpg" })).toBeNull();
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    await expect
      .poll(() => found.find({ ...asked, source: "https://slow.example/a.jpg" }))
      .not.toBeNull();
  });

  it("describes a picture once, by the first size of it", async () => {
    const image = await picture({ width: 200, height: 300 });
    const { found, seen } = pictures(() =>
      Promise.resolve({ parts: [image], release: () => undefined }),
    );
    for (const width of [120, 240, 360])
      await found.find({
        ...asked,
        size: sizeOf("cover", width),
        source: "https://a.example/a.jpg",
      });
    expect(seen).toEqual([
      {
        malId: 1,
        kind: "cover",
        source: "https://a.example/a.jpg",
        color: expect.stringMatching(/^#/) as string,
        placeholder: expect.stringMatching(/^data:/) as string,
      },
    ]);
  });

  it("lets a host rest that fails, instead of asking it for every picture of a page", async () => {
    const fetched: string[] = [];
    const { found } = pictures((url) => {
      fetched.push(url);
      return Promise.reject(new Error("unreachable"));
    });
    for (let index = 0; index < 30; index += 1)
      expect(
        await found.find({ ...asked, source: `https://down.example/${index}.jpg` }),
      ).toBeNull();
    expect(fetched).toHaveLength(4);
  });
});

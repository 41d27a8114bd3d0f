import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createImageCache } from "~/media/images/cache/image-cache.server";
import { sizeOf } from "~/artwork/cover-sizes";
import { createImageSlots } from "~/media/images/image-slots";
import { createTitleImages, type ImagePreview } from "~/media/images/titles/title-images.server";
import { createLog } from "~/observability/log.server";
import { loader as imagePage } from "~/routes/media/title-image";
import { loader as titlePage } from "~/routes/catalog/anime";
import { titleImages } from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { solid, gradient } from "../../factories/image";
import { startMediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { createPageCaller } from "../../support/server/call-page";
import {
  serveImage,
  createTempFolder,
  startTransformPool,
} from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

function createSite(origin: MediaOrigin) {
  const call = createPageCaller(database, {
    DATA_DIR: createTempFolder(),
    OUTBOUND_ALLOW: origin.host,
  });
  const request = async (kind: string, id: number, size: string, etag?: string) => {
    const init = etag === undefined ? {} : { headers: { "if-none-match": etag } };
    const response = await call(imagePage, `/media/${kind}/${id}/${size}`, {
      params: { kind, id: String(id), size },
      init,
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  return { call, ask: request };
}

describe("a title's images", () => {
  it("come from the catalog's URL, cropped to the size and never enlarged, with one fetch for all sizes", async () => {
    const origin = await startMediaOrigin({
      "/cover.jpg": serveImage(await gradient({ width: 425, height: 600, format: "jpeg" })),
      "/banner.png": serveImage(await gradient({ width: 1900, height: 400 })),
    });
    await addAnimes(database.db, {
      mal_id: 11,
      image_url: "not an address",
      image_webp: `${origin.url}/cover.jpg`,
      banner_image: `${origin.url}/banner.png`,
    });
    const { ask: request } = createSite(origin);
    const sizes = await Promise.all(
      ["120.webp", "240.webp", "720.webp"].map(async (size) =>
        sharp((await request("cover", 11, size)).bytes).metadata(),
      ),
    );
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ["webp", 120, 180],
      ["webp", 240, 360],
      ["webp", 400, 600],
    ]);
    expect(await sharp((await request("banner", 11, "2160.webp")).bytes).metadata()).toMatchObject({
      width: 1440,
      height: 400,
    });
    expect(origin.requests.map(({ url }) => url).sort()).toEqual(["/banner.png", "/cover.jpg"]);
  });

  it("are fresh for a day and 304 for a matching ETag", async () => {
    const origin = await startMediaOrigin({
      "/cover.jpg": serveImage(await gradient({ format: "jpeg" })),
    });
    await addAnimes(database.db, { mal_id: 12, image_url: `${origin.url}/cover.jpg` });
    const { ask: request } = createSite(origin);
    const first = await request("cover", 12, "240.webp");
    expect([
      first.status,
      first.headers.get("cache-control"),
      first.headers.get("content-length"),
    ]).toEqual([200, "public, max-age=86400", String(first.bytes.length)]);
    const repeated = await request("cover", 12, "240.webp", first.headers.get("etag") ?? "");
    expect([repeated.status, repeated.bytes.length]).toEqual([304, 0]);
  });

  it.each([
    ["are gone", (origin: MediaOrigin) => `${origin.url}/gone.jpg`],
    ["are no images", (origin: MediaOrigin) => `${origin.url}/page.html`],
    ["are on a private host", () => "http://127.0.0.1:9/cover.jpg"],
    ["are on a host that does not exist", () => "https://no-such-host.invalid/cover.jpg"],
  ])("that %s fall back to artwork for a minute", async (_, url) => {
    const origin = await startMediaOrigin({
      "/page.html": serveImage(Buffer.from("<html></html>"), "image/jpeg"),
    });
    const [anime] = await addAnimes(database.db, { image_url: url(origin) });
    const { status, headers, bytes } = await createSite(origin).ask(
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

  it("give pages their color and a tiny preview once fetched", async () => {
    const origin = await startMediaOrigin({
      "/cover.png": serveImage(await solid({ width: 300, height: 450 })),
    });
    const [anime] = await addAnimes(database.db, {
      mal_id: 13,
      title: "Seen",
      image_url: `${origin.url}/cover.png`,
    });
    const { call, ask: request } = createSite(origin);
    const shown = async () =>
      (await call(titlePage, "/anime/13/seen", { params: { id: "13", slug: "seen" } })).anime;
    expect(await shown()).toMatchObject({ placeholder: null });
    await request("cover", anime?.mal_id ?? 0, "240.webp");
    await expect
      .poll(() => database.db.select().from(titleImages).where(eq(titleImages.malId, 13)))
      .toHaveLength(1);
    expect(await shown()).toMatchObject({
      color: expect.stringMatching(/^#3[0-9a-f]6[0-9a-f]c[0-9a-f]$/) as string,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/) as string,
    });
  });

  it("include a link preview, with artwork as the fallback", async () => {
    const origin = await startMediaOrigin({
      "/cover.png": serveImage(await solid({ width: 300, height: 450 })),
    });
    await addAnimes(
      database.db,
      { mal_id: 14, image_url: `${origin.url}/cover.png` },
      { mal_id: 15 },
    );
    const { ask: request } = createSite(origin);
    for (const [id, cacheControl] of [
      [14, "public, max-age=86400"],
      [15, "public, max-age=3600"],
    ] as const) {
      const { status, headers, bytes } = await request("social", id, "1200.jpg");
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
      expect((await request("social", id, "1200.jpg", headers.get("etag") ?? "")).status).toBe(304);
    }
    expect((await request("social", 14, "600.jpg")).status).toBe(404);
  });
});

describe("createTitleImages", () => {
  const input = {
    kind: "cover",
    malId: 1,
    size: sizeOf("cover", 120),
    client: "198.51.100.1",
    urgency: 3,
  } as const;

  function pictures(
    fetchSource: Parameters<typeof createTitleImages>[0]["fetchSource"],
    timeoutMs = 60_000,
  ) {
    const described: ImagePreview[] = [];
    const cache = createImageCache({
      folder: createTempFolder(),
      maxDiskBytes: 10e6,
      maxMemoryBytes: 1e6,
      maxAgeMs: 1e9,
      log: createLog("silent"),
    });
    return {
      seen: described,
      found: createTitleImages({
        fetchSource,
        pool: startTransformPool({ workers: 1 }),
        cache,
        slots: createImageSlots({ perClient: 32 }),
        onPreview: (picture) => described.push(picture),
        timeoutMs,
      }),
    };
  }

  it("does not delay a page for a slow source, and has the image later", async () => {
    const image = await gradient({ width: 200, height: 300 });
    const waiting: (() => void)[] = [];
    const { found } = pictures(
      () =>
        new Promise((resolve) =>
          waiting.push(() => resolve({ parts: [image], release: () => undefined })),
        ),
      1,
    );
    expect(await found.find({ ...input, source: "https://slow.example/a.jpg" })).toBeNull();
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    await expect
      .poll(() => found.find({ ...input, source: "https://slow.example/a.jpg" }))
      .not.toBeNull();
  });

  it("analyses an image once, at the first requested size", async () => {
    const image = await gradient({ width: 200, height: 300 });
    const { found, seen: described } = pictures(() =>
      Promise.resolve({ parts: [image], release: () => undefined }),
    );
    for (const width of [120, 240, 360])
      await found.find({
        ...input,
        size: sizeOf("cover", width),
        source: "https://a.example/a.jpg",
      });
    expect(described).toEqual([
      {
        malId: 1,
        kind: "cover",
        source: "https://a.example/a.jpg",
        color: expect.stringMatching(/^#/) as string,
        placeholder: expect.stringMatching(/^data:/) as string,
      },
    ]);
  });

  it("stops requests to a failing host for a while", async () => {
    const fetched: string[] = [];
    const { found } = pictures((url) => {
      fetched.push(url);
      return Promise.reject(new Error("unreachable"));
    });
    for (let index = 0; index < 30; index += 1)
      expect(
        await found.find({ ...input, source: `https://down.example/${index}.jpg` }),
      ).toBeNull();
    expect(fetched).toHaveLength(4);
  });
});

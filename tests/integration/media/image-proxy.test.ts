import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { animatedGif, solid, noise, gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startImageService, serveImage } from "../../support/media/image-service";

const IMMUTABLE = "public, max-age=31536000, immutable";

async function service(
  images: Record<string, Uint8Array | Parameters<typeof startMediaOrigin>[0]>,
) {
  const responses = Object.fromEntries(
    Object.entries(images).map(([path, image]) => [
      path,
      image instanceof Uint8Array ? serveImage(image) : image,
    ]),
  );
  const origin = await startMediaOrigin(responses as Parameters<typeof startMediaOrigin>[0]);
  return { origin, ...(await startImageService(origin)) };
}

describe("GET /api/proxy: parameters", () => {
  it("IMAGE-S01 names the missing parameter", async () => {
    const { ask: getProxy } = await service({});
    for (const query of ["", "?url=", "?url=%20", "?w=100"]) {
      const { status, json, headers } = await getProxy(query);
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: "Missing image URL", status: 400 });
      expect(headers.get("cache-control")).toContain("no-store");
    }
  });

  it("IMAGE-S02 default as specified", async () => {
    const { get } = await service({ "/ok.png": await gradient() });
    const plain = await get("/ok.png");
    expect(plain.headers.get("content-type")).toBe("image/webp");
    for (const options of ["&q=50", "&w=0", "&format=webp", "&format=WebP&w=&q="])
      expect((await get("/ok.png", options)).bytes.equals(plain.bytes)).toBe(true);
  });

  it("RANGE-S17 ignores a range", async () => {
    const { get } = await service({ "/ok.png": await gradient() });
    const whole = await get("/ok.png");
    const request = await get("/ok.png", "", { headers: { range: "bytes=0-9" } });
    expect([
      request.status,
      request.headers.get("content-range"),
      request.bytes.equals(whole.bytes),
    ]).toEqual([200, null, true]);
    const head = await get("/ok.png", "", { method: "HEAD", headers: { range: "bytes=0-9" } });
    expect([head.status, head.bytes.length, head.headers.get("content-length")]).toEqual([
      200,
      0,
      String(whole.bytes.length),
    ]);
  });

  it("IMAGE-S03 clamps quality", async () => {
    const { get } = await service({ "/ok.png": await noise({ format: "png" }) });
    const [lowest, highest] = await Promise.all([get("/ok.png", "&q=1"), get("/ok.png", "&q=100")]);
    expect(lowest.bytes.length).toBeLessThan(highest.bytes.length);
    for (const q of ["0", "-5"])
      expect((await get("/ok.png", `&q=${q}`)).bytes.equals(lowest.bytes)).toBe(true);
    for (const q of ["101", "1000"])
      expect((await get("/ok.png", `&q=${q}`)).bytes.equals(highest.bytes)).toBe(true);
  });

  it("IMAGE-S04 preserves the proportions", async () => {
    const { get } = await service({ "/ok.png": await gradient({ width: 320, height: 240 }) });
    expect(await sharp((await get("/ok.png", "&w=100")).bytes).metadata()).toMatchObject({
      width: 100,
      height: 75,
      format: "webp",
    });
  });

  it("IMAGE-S05 never enlarges", async () => {
    const { get } = await service({ "/ok.png": await gradient({ width: 320, height: 240 }) });
    for (const w of [321, 4096, 10_000])
      expect(await sharp((await get("/ok.png", `&w=${w}`)).bytes).metadata()).toMatchObject({
        width: 320,
        height: 240,
      });
  });

  it("rejects invalid values by name, without fetching anything", async () => {
    const { get, ask: getProxy, origin } = await service({ "/ok.png": await gradient() });
    for (const options of [
      "&q=much",
      "&w=1px",
      "&w=-1",
      "&format=png",
      "&w=1&w=2",
      "&format=webp&format=webp",
    ]) {
      const { status, json } = await get("/ok.png", options);
      expect([options, status]).toEqual([options, 400]);
      expect(json.error).toContain(options.slice(1, options.indexOf("=")));
    }
    for (const url of [
      "blob:http://x.example/1",
      "ftp://x.example/a.png",
      "data:image/png;base64,AA",
      "x.png",
      "http://user:pw@x.example/",
      "http://127.0.0.1:1/a.png",
    ]) {
      expect([url, (await getProxy(`?url=${encodeURIComponent(url)}`)).status]).toEqual([url, 400]);
    }
    expect(
      (await getProxy(`?url=${encodeURIComponent(`${origin.url}/ok.png`)}&url=b`)).status,
    ).toBe(400);
    expect(origin.requests).toHaveLength(0);
  });
});

describe("GET /api/proxy: sources", () => {
  it("IMAGE-S06 are detected by their bytes", async () => {
    const png = await gradient();
    const { get } = await service({
      "/octets": serveImage(png, "application/octet-stream"),
      "/html": serveImage(png, "text/html"),
    });
    for (const path of ["/octets", "/html"])
      expect((await get(path)).headers.get("content-type")).toBe("image/webp");
  });

  it("may be PNG, JPEG, WebP, AVIF and GIF, in both output formats", async () => {
    const formats = ["png", "jpeg", "webp", "gif", "avif"] as const;
    const { get } = await service(
      Object.fromEntries(
        await Promise.all(
          formats.map(async (format) => [`/${format}`, await gradient({ format })] as const),
        ),
      ),
    );
    for (const format of formats) {
      expect(await sharp((await get(`/${format}`)).bytes).metadata()).toMatchObject({
        format: "webp",
        width: 320,
        height: 240,
      });
      const avif = await get(`/${format}`, "&format=AVIF&w=64");
      expect(avif.headers.get("content-type")).toBe("image/avif");
      expect(await sharp(avif.bytes).metadata()).toMatchObject({
        compression: "av1",
        width: 64,
        height: 48,
      });
    }
  });

  it("IMAGE-S07 are never echoed when they are documents", async () => {
    const { get } = await service({
      "/x.png": serveImage(
        Buffer.from(`<!doctype html><script>alert("canary")</script>${" ".repeat(500)}`),
      ),
    });
    const { status, bytes, headers } = await get("/x.png");
    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/json");
    expect(bytes.toString()).not.toContain("canary");
  });

  it("IMAGE-S08 are rejected when truncated or broken, uncached", async () => {
    for (const format of ["jpeg", "png", "webp", "avif"] as const) {
      const whole = await noise({ format, width: 200, height: 200 });
      let bytes: Uint8Array = whole.subarray(0, whole.length / 2);
      const { get } = await service({ "/x": (_, response) => void response.end(bytes) });
      const broken = await get("/x");
      expect([format, broken.status, broken.headers.get("cache-control")]).toEqual([
        format,
        400,
        "private, no-store",
      ]);
      bytes = whole;
      expect((await get("/x")).status).toBe(200);
    }
  });

  it("IMAGE-S10 and IMAGE-S29 are rejected as bombs and as stubs of a few bytes", async () => {
    const png = await gradient();
    const { get } = await service({
      "/bomb.gif": Buffer.from("R0lGODn//x8fgAAAACH5BAAAAAAALAAAAAB//x8fAAA=", "base64"),
      "/empty": Buffer.alloc(0),
      "/one": png.subarray(0, 1),
      "/signature": png.subarray(0, 8),
    });
    for (const path of ["/bomb.gif", "/empty", "/one", "/signature"])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
  });

  it(
    "IMAGE-S11 may have 40 megapixels, and are rejected above before decoding",
    { tags: "rest" },
    async () => {
      const { get } = await service({
        "/over.png": await solid({ width: 8000, height: 5001 }),
        "/under.png": await solid({ width: 8000, height: 5000 }),
        "/bomb.png": await solid({ width: 16383, height: 16383 }),
      });
      for (const path of ["/over.png", "/bomb.png"]) {
        const { status, json } = await get(path, "&format=avif");
        expect([path, status]).toEqual([path, 400]);
        expect(json.error).toContain("40 megapixels");
      }
      expect((await get("/under.png", "&w=16")).status).toBe(200);
    },
  );

  it.each(["avif", "png"] as const)(
    "in %s may have 18 megapixels where decoders take the most memory",
    { tags: "rest" },
    async (format) => {
      const costly = async (height: number) => {
        const image = sharp(await solid({ width: 6000, height }));
        return format === "avif"
          ? image.avif({ quality: 1, effort: 0 }).toBuffer()
          : image.toColourspace("rgb16").png().toBuffer();
      };
      const { get } = await service({
        "/over": await costly(3001),
        "/under": await costly(3000),
        "/eight-bits.png": await solid({ width: 6000, height: 3001 }),
      });
      const { status, json } = await get("/over");
      expect(status).toBe(400);
      expect(json.error).toContain("18 as AVIF or 16-bit PNG");
      expect((await get("/under", "&w=16")).status).toBe(200);
      expect((await get("/eight-bits.png", "&w=16")).status).toBe(200);
    },
  );

  it("IMAGE-S13 with extreme sides are fitted into the format's limits", async () => {
    const { get } = await service({
      "/wide.png": await solid({ width: 100_000, height: 1 }),
      "/tall.png": await solid({ width: 2, height: 60_000 }),
    });
    expect(await sharp((await get("/wide.png")).bytes).metadata()).toMatchObject({
      width: 16383,
      height: 1,
    });
    expect(await sharp((await get("/tall.png")).bytes).metadata()).toMatchObject({
      width: 1,
      height: 16383,
    });
  });

  it(
    "over 16 megapixels of output, or 9 of AVIF, are scaled to fit",
    { tags: "rest" },
    async () => {
      const { get } = await service({ "/large.png": await solid({ width: 6000, height: 4000 }) });
      const sizes = await Promise.all(
        ["webp", "avif"].map(async (format) =>
          sharp((await get("/large.png", `&q=1&format=${format}`)).bytes).metadata(),
        ),
      );
      const pixels = sizes.map(({ width, height }) => width * height);
      expect(pixels[0]).toBeGreaterThan(15_900_000);
      expect(pixels[0]).toBeLessThanOrEqual(16_000_000);
      expect(pixels[1]).toBeGreaterThan(8_900_000);
      expect(pixels[1]).toBeLessThanOrEqual(9_000_000);
    },
  );

  it("IMAGE-S14 are reduced to their first frame", async () => {
    const { get } = await service({ "/x.gif": await animatedGif(1024) });
    const { pages, width, height } = await sharp((await get("/x.gif")).bytes).metadata();
    expect({ pages: pages ?? 1, width, height }).toEqual({ pages: 1, width: 32, height: 32 });
  });

  it("IMAGE-S15, IMAGE-S16, IMAGE-S17 and IMAGE-S18 are rejected as SVG under any type, and no reference is fetched", async () => {
    const canary = await startMediaOrigin({});
    const svgs = [
      `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`,
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="${canary.url}/x.png"/><style>@import url("${canary.url}/x.css");</style></svg>`,
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
      `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>`,
      `\ufeff  <svg xmlns="http://www.w3.org/2000/svg"/>`,
    ];
    const { get } = await service(
      Object.fromEntries(
        svgs.flatMap((svg, index) => [
          [`/${index}.svg`, serveImage(Buffer.from(svg), "image/svg+xml")],
          [`/${index}.png`, serveImage(Buffer.from(svg))],
        ]),
      ),
    );
    for (const index of svgs.keys()) {
      for (const name of [`/${index}.svg`, `/${index}.png`]) {
        const { status, headers } = await get(name);
        expect([name, status, headers.get("content-type")]).toEqual([
          name,
          400,
          "application/json; charset=utf-8",
        ]);
      }
    }
    expect(canary.connections.accepted).toBe(0);
  });

  it("are rejected in other formats that sharp supports", async () => {
    const { get } = await service({
      "/x.tif": await sharp(await gradient())
        .tiff()
        .toBuffer(),
      "/x.pdf": Buffer.from("%PDF-1.7 nothing else"),
      "/x.bmp": Buffer.from("BM000000000000000000000"),
      "/x.heic": Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
    });
    for (const path of ["/x.tif", "/x.pdf", "/x.bmp", "/x.heic"])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
  });
});

describe("GET /api/proxy: responses", () => {
  it("IMAGE-S26 and IMAGE-S28 have the specification's headers, and cannot act as a document", async () => {
    const { get } = await service({ "/ok.png": await gradient() });
    for (const { headers, bytes } of [
      await get("/ok.png"),
      await get("/ok.png"),
      await get("/ok.png", "&format=avif"),
    ]) {
      expect(headers.get("cache-control")).toBe(IMMUTABLE);
      expect(headers.get("content-length")).toBe(String(bytes.length));
      expect(headers.get("content-type")).toMatch(/^image\/(webp|avif)$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  it("have the same headers for HEAD, without a body", async () => {
    const { get } = await service({ "/ok.png": await gradient() });
    const full = await get("/ok.png");
    const head = await get("/ok.png", "", { method: "HEAD" });
    expect(head.bytes).toHaveLength(0);
    for (const name of ["content-type", "content-length", "cache-control", "etag"])
      expect(head.headers.get(name)).toBe(full.headers.get(name));
  });

  it("are 304 for a matching ETag, without a fetch", async () => {
    const { get, origin } = await service({ "/ok.png": await gradient() });
    const etag = (await get("/ok.png")).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const repeated = await get("/ok.png", "", { headers: { "if-none-match": `"other", ${etag}` } });
    expect([
      repeated.status,
      repeated.bytes.length,
      repeated.headers.get("etag"),
      repeated.headers.get("cache-control"),
    ]).toEqual([304, 0, etag, IMMUTABLE]);
    expect((await get("/ok.png", "", { headers: { "if-none-match": '"other"' } })).status).toBe(
      200,
    );
    expect(origin.requests).toHaveLength(1);
  });

  it("IMAGE-S25 and IMAGE-S27 are 404 for an upstream 404, 500 for other failures, and then uncached", async () => {
    const {
      get,
      ask: getProxy,
      origin,
    } = await service({
      "/gone": (_, response) => void response.writeHead(410).end(),
      "/teapot": (_, response) => void response.writeHead(418).end("canary"),
      "/broken": (_, response) => void response.writeHead(500).end("canary"),
      "/reset": (_, response) => void response.destroy(),
      "/early-end": (_, response) =>
        void response
          .writeHead(200, { "content-length": 1000 })
          .write(Buffer.from("\xff\xd8\xff", "latin1"), () => response.destroy()),
    });
    const responses = {
      "/nothing": 404,
      "/gone": 404,
      "/teapot": 500,
      "/broken": 500,
      "/reset": 500,
      "/early-end": 500,
    };
    for (const [path, expected] of Object.entries(responses)) {
      const { status, json, headers, bytes } = await get(path);
      expect([path, status, json.status]).toEqual([path, expected, expected]);
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(bytes.toString()).not.toContain("canary");
    }
    expect(
      (await getProxy(`?url=${encodeURIComponent("http://no-such-host.invalid/x.png")}`)).status,
    ).toBe(404);
    await origin.stop();
    expect((await get("/closed.png")).status).toBe(500);
  });
});

describe("POST /api/proxy", () => {
  it("IMAGE-S30 transforms the body, and rejects other content and too large bodies", async () => {
    const { ask: getProxy } = await service({});
    const send = (body: Uint8Array | string, type: string, query = "") =>
      getProxy(query, {
        method: "POST",
        body: body as BodyInit,
        headers: { "content-type": type },
      });
    const large = await noise({ width: 1400, height: 1400, format: "png" });
    expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
    const made = await send(large, "image/png", "?w=100&format=avif");
    expect([
      made.status,
      made.headers.get("content-type"),
      made.headers.get("cache-control"),
    ]).toEqual([200, "image/avif", IMMUTABLE]);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 100, height: 100 });
    for (const [body, query, path] of [
      ["<p>no image</p>", "", "body"],
      ["", "", "body"],
      [large.subarray(0, large.length / 2), "", "body"],
      [large, "?q=x", "q"],
    ] as const) {
      const { status, json } = await send(body, "image/png", query);
      expect([status, json.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
    }
    expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), "image/png")).status).toBe(413);
  });

  it("responds like GET for the same bytes", async () => {
    const image = await gradient();
    const { ask: getProxy, get } = await service({ "/ok.png": image });
    const posted = await getProxy("?w=80", { method: "POST", body: image as BodyInit });
    expect(posted.bytes.equals((await get("/ok.png", "&w=80")).bytes)).toBe(true);
  });
});

// @module-tag rest
import { describe, expect, it } from "vitest";
import sharp from "sharp";
import { encodeGif } from "../../factories/gif";
import { animatedGif, gradient, pixel } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startImageService, serveImage } from "../../support/media/image-service";

const canvas = { width: 40, height: 30 };
const whole = { ...canvas, color: 2 } as const;
const RED = { r: 255, g: 0, b: 0 };

async function getImage(images: Record<string, Buffer>) {
  const origin = await startMediaOrigin(
    Object.fromEntries(
      Object.entries(images).map(([name, bytes]) => [`/${name}`, serveImage(bytes, "image/gif")]),
    ),
  );
  const { get } = await startImageService(origin);
  return (name: string, options = "") => get(`/${name}`, options);
}

const near = (one: { r: number; g: number; b: number }, other: typeof one) =>
  (["r", "g", "b"] as const).every((channel) => Math.abs(one[channel] - other[channel]) <= 24);

describe("a GIF", () => {
  it.each([0, 1, 2, 3, 4, 7])(
    "is its first frame, whatever its disposal (%i)",
    async (disposal) => {
      const get = await getImage({
        x: encodeGif(canvas, [{ ...canvas, color: 1, disposal }, whole]),
      });
      const { status, bytes } = await get("x", "&q=100");
      expect(status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", ...canvas });
      expect(near(await pixel(bytes, 20, 15), RED)).toBe(true);
    },
  );

  it("has the size of its canvas, with a smaller frame in position", async () => {
    const get = await getImage({
      x: encodeGif(canvas, [{ left: 24, top: 16, width: 12, height: 10, color: 1 }, whole]),
    });
    const { bytes } = await get("x", "&q=100");
    expect(await sharp(bytes).metadata()).toMatchObject(canvas);
    expect([near(await pixel(bytes, 30, 21), RED), near(await pixel(bytes, 8, 8), RED)]).toEqual([
      true,
      false,
    ]);
  });

  it("preserves the transparency of its first frame", async () => {
    const get = await getImage({
      x: encodeGif(canvas, [{ ...canvas, color: 3, transparent: 3 }, whole]),
    });
    for (const options of ["", "&format=avif"]) {
      const { data, info } = await sharp((await get("x", options)).bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, data[3]]).toEqual([canvas.width, canvas.height, 0]);
    }
  });

  it("is measured by one frame, whatever the number of frames and delays", async () => {
    const get = await getImage({
      still: encodeGif(canvas, [
        { ...canvas, color: 1, delay: 0 },
        { ...whole, delay: 0 },
        { ...whole, delay: 65535 },
      ]),
      long: await animatedGif(200, { width: 40, height: 30 }),
    });
    for (const name of ["still", "long"]) {
      expect(await sharp((await get(name)).bytes).metadata()).toMatchObject(canvas);
      expect(await sharp((await get(name, "&w=20")).bytes).metadata()).toMatchObject({
        width: 20,
        height: 15,
      });
    }
  });

  it("is rejected with a truncated, missing or oversized first frame", async () => {
    const frameOf = encodeGif(canvas, [{ ...canvas, color: 1 }]);
    const beyond = encodeGif(canvas, [
      { left: 65_000, top: 65_000, width: 1, height: 1, color: 1 },
    ]);
    const get = await getImage({
      cut: frameOf.subarray(0, frameOf.length / 2),
      none: encodeGif(canvas, []),
      beyond,
    });
    for (const name of ["cut", "none", "beyond"]) {
      const { status, json, headers } = await get(name);
      expect([name, status, json.status, headers.get("cache-control")]).toEqual([
        name,
        400,
        400,
        "private, no-store",
      ]);
    }
  });

  it("whose frames and canvas disagree is rendered or rejected, never a 500", async () => {
    const get = await getImage({
      over: encodeGif(canvas, [{ left: 30, top: 20, width: 30, height: 30, color: 1 }]),
      empty: encodeGif({ width: 0, height: 0 }, [{ width: 8, height: 8, color: 1 }]),
      flood: encodeGif({ width: 65_535, height: 65_535 }, [{ width: 1, height: 1, color: 1 }]),
    });
    for (const name of ["over", "empty", "flood"]) {
      const { status, bytes } = await get(name);
      if (status === 200) expect((await sharp(bytes).metadata()).format).toBe("webp");
      else expect(status).toBe(400);
    }
  });
});

describe("other animations", () => {
  it("are the first frame of a WebP", async () => {
    const frames = Buffer.concat([
      Buffer.alloc(40 * 30 * 3, Buffer.from([255, 0, 0])),
      Buffer.alloc(40 * 30 * 3, Buffer.from([0, 255, 0])),
    ]);
    const animated = await sharp(frames, {
      raw: { width: 40, height: 60, channels: 3, pageHeight: 30 },
    })
      .webp({ delay: [0, 0], quality: 100 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const get = await getImage({ x: animated });
    for (const options of ["&q=100", "&q=100&format=avif"]) {
      const { bytes } = await get("x", options);
      const { pages, width, height } = await sharp(bytes).metadata();
      expect({ pages: pages ?? 1, width, height }).toEqual({ pages: 1, ...canvas });
      expect(near(await pixel(bytes, 20, 15), RED)).toBe(true);
    }
  });

  it("are the still image of a PNG", async () => {
    const still = await gradient(canvas);
    const afterHeader = 8 + 25;
    // An animation control chunk: two frames, endless, valid checksum.
    const control = Buffer.from("000000086163544c0000000200000000f38d9370", "hex");
    const get = await getImage({
      x: Buffer.concat([still.subarray(0, afterHeader), control, still.subarray(afterHeader)]),
    });
    const { status, bytes } = await get("x");
    expect(status).toBe(200);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", ...canvas });
  });
});

it("rejects icons, cursors and other types that browsers may show", async () => {
  const png = await gradient({ width: 16, height: 16 });
  const entry = (kind: number) =>
    Buffer.concat([
      Buffer.from([0, 0, kind, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
      Buffer.from(new Uint32Array([png.length, 22]).buffer),
      png,
    ]);
  const get = await getImage({
    ico: entry(1),
    cur: entry(2),
    bmp: Buffer.concat([Buffer.from("BM"), Buffer.alloc(400)]),
    jxl: Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(400)]),
    jp2: Buffer.concat([Buffer.from("0000000c6a5020200d0a870a", "hex"), Buffer.alloc(400)]),
    psd: Buffer.concat([Buffer.from("8BPS\0\x01"), Buffer.alloc(400)]),
  });
  for (const name of ["ico", "cur", "bmp", "jxl", "jp2", "psd"]) {
    const { status, json } = await get(name);
    expect([name, status, json.error]).toEqual([
      name,
      400,
      expect.stringContaining("PNG, JPEG, WebP, AVIF or GIF"),
    ]);
  }
});

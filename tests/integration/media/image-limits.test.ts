// @module-tag rest
import { once } from "node:events";
import { createGzip } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Busy, Cancelled, Invalid, UpstreamFailed } from "~/errors/app-error";
import type { TransformTask } from "~/media/images/transform/worker-process.server";
import { solid, noise, gradient, pixel, withLocation } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import {
  createTestImageProxy,
  startImageService,
  serveImage,
  startTransformPool,
} from "../../support/media/image-service";

const webp: TransformTask = {
  format: "webp",
  quality: 80,
  width: 0,
  crop: null,
  placeholder: false,
};
const avif: TransformTask = { ...webp, format: "avif" };

describe("sources that exceed a limit", () => {
  it("IMAGE-S21 stop a compressed bomb at the limit", async () => {
    const zeros = Buffer.alloc(1024 * 1024);
    const origin = await startMediaOrigin({
      "/bomb": (_, response) => {
        response.writeHead(200, { "content-type": "image/png", "content-encoding": "gzip" });
        const gzip = createGzip();
        gzip.pipe(response);
        gzip.write(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
        const more = () =>
          gzip.write(zeros, (error) => void (!error && !response.destroyed && more()));
        more();
        response.on("close", () => gzip.destroy());
      },
    });
    const { get } = await startImageService(origin);
    const { status, json } = await get("/bomb");
    expect([status, json.error]).toEqual([400, expect.stringContaining("larger")]);
    await origin.waitForConnections(0);
  });

  it("IMAGE-S22 cannot lie about their length", async () => {
    const head = (await gradient()).subarray(0, 300);
    let sent = 0;
    const origin = await startMediaOrigin({
      "/announced": (_, response) =>
        void response.writeHead(200, { "content-length": 5_000_000_000 }).write(head),
      "/endless": (_, response) => {
        response.write(head);
        const more = () => {
          if (response.destroyed) return;
          sent += 256 * 1024;
          response.write(Buffer.alloc(256 * 1024), () => setImmediate(more));
        };
        more();
      },
    });
    const { get } = await startImageService(origin);
    for (const path of ["/announced", "/endless"])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
    await origin.waitForConnections(0);
    // The rest was in the sockets' buffers when the limit was reached.
    expect(sent).toBeLessThan(40 * 1024 * 1024);
  });

  it("may have 10 MB and not a byte more", async () => {
    const image = await gradient();
    const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
    const origin = await startMediaOrigin({
      "/just": serveImage(padded(10 * 1024 * 1024)),
      "/over": serveImage(padded(10 * 1024 * 1024 + 1)),
    });
    const { get } = await startImageService(origin);
    expect((await get("/just")).status).toBe(200);
    expect((await get("/over")).status).toBe(400);
  });

  it("IMAGE-S23 and IMAGE-S24 end at the deadline, silent or dripping", async () => {
    const head = (await gradient()).subarray(0, 300);
    const origin = await startMediaOrigin({
      "/silent": () => undefined,
      "/drip": (_, response) => {
        response.write(head);
        const timer = setInterval(() => response.write("x"), 5);
        response.on("close", () => clearInterval(timer));
      },
    });
    const { get } = createTestImageProxy(origin, { deadlineMs: 300 });
    for (const path of ["/silent", "/drip"])
      await expect(get(path)).rejects.toMatchObject({
        code: "upstream-failed",
        message: expect.stringContaining("in time") as string,
      });
    await origin.waitForConnections(0);
  });

  it("are rejected by their first bytes when they are not images", async () => {
    const origin = await startMediaOrigin({
      "/page": (_, response) => void response.write(`<!doctype html>${" ".repeat(1000)}`),
    });
    const { get } = await startImageService(origin);
    expect((await get("/page")).status).toBe(400);
    await origin.waitForConnections(0);
  });
});

describe("images that exceed a limit", () => {
  /** An image that is as large as AVIF may be. */
  let largest: Buffer;
  beforeAll(async () => {
    largest = await noise({ width: 3000, height: 3000 });
  });

  it("are killed when a transform does not end in time, and the next continues", async () => {
    const pool = startTransformPool({ workers: 1, timeoutMs: 400 });
    await expect(pool.transform(largest, { ...avif, quality: 100 })).rejects.toBeInstanceOf(
      UpstreamFailed,
    );
    const otherPool = startTransformPool({ workers: 1 });
    expect(await otherPool.transform(await gradient(), webp)).toMatchObject({
      width: 320,
      height: 240,
    });
  });

  const expectSmallFirst = async (image: Buffer) => {
    const pool = startTransformPool();
    const order: string[] = [];
    const large = pool.transform(image, avif).then(() => order.push("large"));
    const other = pool
      .transform(await noise({ width: 1400, height: 1100 }), avif)
      .then(() => order.push("other large"));
    const small = await gradient();
    for (let index = 0; index < 5; index += 1)
      await pool.transform(small, { ...webp, width: 10 + index }).then(() => order.push("small"));
    await Promise.all([large, other]);
    expect(order.slice(0, 5)).toEqual(["small", "small", "small", "small", "small"]);
  };
  it("IMAGE-S12 are encoded whatever the content, beside other images", async () =>
    expectSmallFirst(await noise({ width: 1400, height: 1100 })));
  it("IMAGE-S12 are encoded beside the largest", { tags: "nightly" }, () =>
    expectSmallFirst(largest),
  );

  it("wait in a bounded queue for a bounded time", async () => {
    const image = await gradient();
    const full = startTransformPool({ workers: 1, maxQueue: 2 });
    const [running, first, second] = [
      full.transform(image, webp),
      full.transform(image, webp),
      full.transform(image, webp),
    ];
    await expect(full.transform(image, webp)).rejects.toBeInstanceOf(Busy);
    await Promise.all([running, first, second]);
    await full.transform(image, webp);

    const shortQueuePool = startTransformPool({ workers: 1, maxWaitMs: 1 });
    const working = shortQueuePool.transform(await noise({ width: 1200, height: 1200 }), avif);
    await expect(shortQueuePool.transform(image, webp)).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number) as number,
    });
    await working;
  });

  it("get 503 with Retry-After when the queue is full", async () => {
    const image = await gradient();
    const origin = await startMediaOrigin({ "/a.png": serveImage(image) });
    const pool = {
      transform: () => Promise.reject(new Busy("image.busyConverting", 2)),
      close: () => undefined,
    };
    await expect(createTestImageProxy(origin, { pool }).get("/a.png")).rejects.toBeInstanceOf(Busy);
  });

  it("leave the queue with their client", async () => {
    const pool = startTransformPool({ workers: 1 });
    const image = await gradient();
    const abort = new AbortController();
    const running = pool.transform(image, webp);
    const waiting = pool.transform(image, webp, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    await expect(
      pool.transform(image, webp, { signal: AbortSignal.abort() }),
    ).rejects.toBeInstanceOf(Cancelled);
    await running;
  });

  it("share a byte budget for posted bodies, which does not hold up fetched images", async () => {
    const origin = await startMediaOrigin({ "/a.png": serveImage(await gradient()) });
    const { proxy, get } = createTestImageProxy(origin);
    const query = new URLSearchParams();
    const owner = { client: "198.51.100.1", signal: new AbortController().signal };
    const megabyte = 1024 * 1024;
    let finish = (_: Uint8Array): void => undefined;
    const slow = proxy.convert(
      (count) => (count(95 * megabyte), new Promise((resolve) => (finish = resolve))),
      query,
      owner,
    );
    await vi.waitFor(() => expect(finish.length).toBe(1));
    const abandoned = new AbortController();
    const waiting = proxy.convert(() => Promise.reject(new Error("its turn has come")), query, {
      ...owner,
      signal: abandoned.signal,
    });
    expect((await get("/a.png")).byteLength).toBeGreaterThan(0);
    abandoned.abort();
    await expect(waiting).rejects.toThrow(Cancelled);
    finish(await gradient());
    expect((await slow).contentType).toBe("image/webp");
    await expect(
      proxy.convert(
        (count) => Promise.resolve().then(() => (count(97 * megabyte), new Uint8Array())),
        query,
        owner,
      ),
    ).rejects.toThrow(Busy);
    expect((await proxy.convert(() => gradient(), query, owner)).contentType).toBe("image/webp");
  });

  it("survive a dead worker, and are rejected after close", async () => {
    const pool = startTransformPool({
      workers: 1,
      workerFile: "tests/support/media/dying-worker.mjs",
    });
    const image = await gradient();
    for (let index = 0; index < 3; index += 1)
      await expect(pool.transform(image, webp)).rejects.toBeInstanceOf(UpstreamFailed);
    pool.close();
    await expect(pool.transform(image, webp)).rejects.toBeInstanceOf(Busy);
  });
});

describe("a transform", () => {
  const pool = () => startTransformPool({ workers: 1 });

  it("IMAGE-S19 drops every kind of metadata", async () => {
    const tagged = await withLocation(await gradient({ format: "jpeg" }));
    expect((await sharp(tagged).metadata()).exif).toBeDefined();
    for (const task of [webp, avif]) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(
        (await pool().transform(tagged, task)).body,
      ).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    }
  });

  it.each([
    [1, "left"],
    [3, "right"],
    [6, "top"],
    [8, "bottom"],
  ] as const)("IMAGE-S20 applies orientation %i", async (orientation, side) => {
    const half = await sharp({
      create: { width: 100, height: 100, channels: 3, background: "#ffffff" },
    })
      .png()
      .toBuffer();
    const image = await sharp({
      create: { width: 200, height: 100, channels: 3, background: "#000000" },
    })
      .composite([{ input: half, left: 0, top: 0 }])
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const { body, width, height } = await pool().transform(image, webp);
    expect([width, height]).toEqual(orientation < 5 ? [200, 100] : [100, 200]);
    const at = { left: [20, 50], right: [180, 50], top: [50, 20], bottom: [50, 180] }[side];
    expect((await pixel(body, at[0] ?? 0, at[1] ?? 0)).r).toBeGreaterThan(240);
  });

  it("preserves colors when it drops the profile", async () => {
    const red = sharp({ create: { width: 32, height: 32, channels: 3, background: "#c03020" } });
    const plain = await pixel(
      (await pool().transform(await red.clone().png().toBuffer(), webp)).body,
      16,
      16,
    );
    const inP3 = await red.clone().withIccProfile("p3").png().toBuffer();
    expect((await sharp(inP3).metadata()).icc).toBeDefined();
    expect(await pixel(inP3, 16, 16)).not.toEqual(
      await pixel(await red.clone().png().toBuffer(), 16, 16),
    );
    const converted = await pixel((await pool().transform(inP3, webp)).body, 16, 16);
    for (const channel of ["r", "g", "b"] as const)
      expect(Math.abs(converted[channel] - plain[channel])).toBeLessThanOrEqual(4);
  });

  it("decodes CMYK, 16 bits, gray and palettes, and preserves transparency", async () => {
    const rgb = sharp({ create: { width: 40, height: 40, channels: 3, background: "#208040" } });
    const sources = {
      cmyk: await rgb.clone().toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer(),
      deep: await rgb.clone().toColourspace("rgb16").png().toBuffer(),
      palette: await rgb.clone().png({ palette: true }).toBuffer(),
    };
    expect(await sharp(sources.cmyk).metadata()).toMatchObject({ space: "cmyk" });
    expect(await sharp(sources.deep).metadata()).toMatchObject({ depth: "ushort" });
    for (const [name, source] of Object.entries(sources)) {
      const color = await pixel((await pool().transform(source, webp)).body, 20, 20);
      expect([name, color.g > color.r + 40 && color.g > color.b + 20]).toEqual([name, true]);
    }
    const grey = await pixel(
      (await pool().transform(await rgb.clone().greyscale().png().toBuffer(), webp)).body,
      20,
      20,
    );
    expect(Math.max(grey.r, grey.g, grey.b) - Math.min(grey.r, grey.g, grey.b)).toBeLessThanOrEqual(
      2,
    );

    const clear = await sharp({
      create: {
        width: 40,
        height: 40,
        channels: 4,
        background: { r: 255, g: 0, b: 0, alpha: 0.5 },
      },
    })
      .png()
      .toBuffer();
    for (const task of [webp, avif]) {
      const { data, info } = await sharp((await pool().transform(clear, task)).body)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      expect(Math.abs((data[3] ?? 0) - 128)).toBeLessThanOrEqual(2);
    }
  });

  it("returns an average color and a tiny preview", async () => {
    const { color, placeholder } = await pool().transform(
      await solid({ width: 300, height: 200 }),
      {
        ...webp,
        placeholder: true,
      },
    );
    expect(color).toMatch(/^#3[0-9a-f]6[0-9a-f]c[0-9a-f]$/);
    const tiny = Buffer.from((placeholder ?? "").replace("data:image/webp;base64,", ""), "base64");
    expect(await sharp(tiny).metadata()).toMatchObject({ format: "webp", width: 16 });
    expect(tiny.length).toBeLessThan(300);
  });

  it("IMAGE-S09 survives 250 broken files with the same process", async () => {
    const workers = pool();
    const wholes = await Promise.all(
      (["png", "jpeg", "webp", "gif", "avif"] as const).map((format) =>
        noise({ format, width: 40, height: 40 }),
      ),
    );
    let random = 1;
    const next = (below: number) => (random = (random * 48271) % 2147483647) % below;
    const outcomes = { image: 0, refused: 0 };
    for (let index = 0; index < 250; index += 1) {
      const broken = Buffer.from(wholes[index % wholes.length] ?? []);
      for (let harm = 0; harm < 1 + (index % 8); harm += 1)
        broken[12 + next(broken.length - 12)] = next(256);
      const bytes = index % 3 === 0 ? broken.subarray(0, 12 + next(broken.length - 12)) : broken;
      await workers.transform(bytes, { ...webp, width: 20 }).then(
        () => (outcomes.image += 1),
        (error: unknown) => {
          expect(error).toBeInstanceOf(Invalid);
          outcomes.refused += 1;
        },
      );
    }
    expect(outcomes.image + outcomes.refused).toBe(250);
    expect(Math.min(outcomes.image, outcomes.refused)).toBeGreaterThan(20);
  });
});

describe("a client that leaves", () => {
  it("ends the upstream connection within the request", async () => {
    const origin = await startMediaOrigin({ "/slow": () => undefined });
    const { get } = await startImageService(origin);
    const abort = new AbortController();
    const request = get("/slow", "", { signal: abort.signal });
    await origin.waitForConnections(1);
    const closed = origin.waitForConnections(0);
    abort.abort();
    await expect(request).rejects.toThrow();
    await closed;
    expect(await Promise.race([once(process, "warning"), Promise.resolve("quiet")])).toBe("quiet");
  });
});

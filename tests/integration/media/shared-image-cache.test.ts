// @module-tag rest
import type { IncomingMessage, ServerResponse } from "node:http";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { S3Bucket } from "~/config/storage";
import { createBucketCache } from "~/media/images/cache/bucket-cache.server";
import { cachedImage, decodeEntry, encodeEntry } from "~/media/images/cache/entry-file";
import { createImageCache } from "~/media/images/cache/image-cache.server";
import { createLog } from "~/observability/log.server";
import { gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { createTempFolder, serveImage, startImageService } from "../../support/media/image-service";
import { createTestOutbound } from "../../support/media/outbound";
import { startS3Server, type S3Server } from "../../support/storage/s3-server";

const HOUR = 3_600_000;
const NAME = "ab".repeat(32);

let image: Buffer;
let webp: Buffer;
beforeAll(async () => {
  image = await gradient({ width: 64, height: 64 });
  webp = await sharp(image).webp().toBuffer();
});

const environmentOf = ({ settings }: S3Server) => ({
  IMAGE_CACHE: "s3",
  S3_ENDPOINT: settings.endpoint.href,
  S3_CACHE_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});

/** An origin with one image, and instances that share a bucket. */
async function startInstances(
  count: number,
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const origin = await startMediaOrigin({ "/a.png": serveImage(image) });
  const s3 = await startS3Server("images", intercept);
  const instances = await Promise.all(
    Array.from({ length: count }, () => startImageService(origin, environmentOf(s3))),
  );
  return { origin, s3, instances };
}

describe("instances with one bucket for converted images", () => {
  it("serve what another has converted, without the origin", async () => {
    const { origin, s3, instances } = await startInstances(2);
    const [first, second] = instances;
    const one = await first?.get("/a.png", "&w=40");
    await expect.poll(() => s3.listKeys()).toHaveLength(1);
    expect(await s3.listKeys()).toEqual([expect.stringMatching(/^image-cache\/images\/\w{64}$/)]);
    // No conversion could succeed any more.
    await origin.stop();
    const other = await second?.get("/a.png", "&w=40");
    expect(other?.status).toBe(200);
    expect(other?.bytes).toEqual(one?.bytes);
    for (const name of ["etag", "content-type", "cache-control", "content-security-policy"])
      expect(other?.headers.get(name)).toBe(one?.headers.get(name));
    expect(other?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(origin.requests).toHaveLength(1);
  });

  it.each<[string, (entry: Buffer) => Buffer]>([
    ["cut off", (entry) => entry.subarray(0, -5)],
    ["with a changed byte", withChangedByte],
    ["empty", () => Buffer.alloc(0)],
    ["of another type than it says", (entry) => retyped(entry, "text/html")],
    ["without an image", () => encodeEntry(cachedImage(Buffer.from("<p>"), "image/webp", 0))],
  ])("convert anew what is stored %s", async (_, damage) => {
    const { origin, s3, instances } = await startInstances(2);
    const [first, second] = instances;
    const one = await first?.get("/a.png");
    await expect.poll(() => s3.listKeys()).toHaveLength(1);
    const [key = ""] = await s3.listKeys();
    const stored = await s3.read(key);
    if (stored === null) throw new Error("nothing is stored");
    await s3.write(key, damage(stored.bytes));
    const other = await second?.get("/a.png");
    expect([other?.status, other?.bytes]).toEqual([200, one?.bytes]);
    expect(other?.headers.get("content-type")).toBe("image/webp");
    expect(origin.requests).toHaveLength(2);
    await expect
      .poll(async () => decodeEntry((await s3.read(key))?.bytes ?? Buffer.alloc(0))?.body)
      .toEqual(one?.bytes);
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => boolean]>([
    ["responds with errors", (_, response) => Boolean(response.writeHead(503).end())],
    [
      "cuts responses off",
      (_, response) =>
        Boolean(response.writeHead(200, { "content-length": "5000" }).write("x")) &&
        Boolean(response.destroy()),
    ],
    [
      "announces more than any image has",
      (_, response) => {
        response.writeHead(200, { "content-length": "9999999999" }).flushHeaders();
        return true;
      },
    ],
  ])("serve images while the bucket %s", async (_, intercept) => {
    const { instances } = await startInstances(1, intercept);
    for (const width of [20, 30]) {
      const response = await instances[0]?.get("/a.png", `&w=${width}`);
      expect([response?.status, response?.headers.get("content-type")]).toEqual([
        200,
        "image/webp",
      ]);
    }
  });

  it("do not store failures", async () => {
    const { s3, instances } = await startInstances(1);
    expect((await instances[0]?.get("/missing.png"))?.status).toBe(404);
    expect(await s3.listKeys()).toEqual([]);
  });
});

function withChangedByte(entry: Buffer): Buffer {
  const changed = Buffer.from(entry);
  changed.writeUInt8(0xff ^ changed.readUInt8(entry.length - 9), entry.length - 9);
  return changed;
}

function retyped(entry: Buffer, contentType: string): Buffer {
  const decoded = decodeEntry(entry);
  if (decoded === null) throw new Error("not an entry");
  return encodeEntry({ ...decoded, contentType });
}

describe("a bucket for converted images", () => {
  async function setUp(
    intercept?: (request: IncomingMessage, response: ServerResponse) => boolean,
    { wrong = {}, ...options }: { wrong?: Partial<S3Bucket>; readDeadlineMs?: number } = {},
  ) {
    const s3 = await startS3Server("images", intercept);
    const clock = { now: Date.now() };
    const lines: string[] = [];
    const log = createLog("warn", { write: (line: string) => void lines.push(line) });
    const cache = createBucketCache({
      bucket: { ...s3.settings, ...wrong },
      prefix: "image-cache/images/",
      maxAgeMs: 24 * HOUR,
      outbound: createTestOutbound([s3]),
      log,
      now: () => clock.now,
      pauseMs: 1_000,
      readDeadlineMs: 30_000,
      ...options,
    });
    const put = () => cache.put(NAME, cachedImage(webp, "image/webp", clock.now));
    return { s3, clock, cache, put, lines };
  }

  it("returns an image until it is too old", async () => {
    const { cache, put, clock } = await setUp();
    await put();
    clock.now += 24 * HOUR - 1;
    expect((await cache.get(NAME))?.body).toEqual(webp);
    clock.now += 1;
    expect(await cache.get(NAME)).toBeNull();
  });

  it("is left alone for a while after a failure, with one warning", async () => {
    let fails = true;
    const { s3, cache, put, clock, lines } = await setUp((_, response) => {
      if (fails) response.writeHead(500).end();
      return fails;
    });
    expect(await Promise.all([1, 2, 3].map(() => cache.get(NAME)))).toEqual([null, null, null]);
    const asked = s3.requests.length;
    await put();
    expect(await cache.get(NAME)).toBeNull();
    expect(s3.requests).toHaveLength(asked);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "the image cache cannot use its bucket; images are served without it",
    ]);
    fails = false;
    clock.now += 1_000;
    await put();
    expect((await cache.get(NAME))?.body).toEqual(webp);
  });

  it("that does not respond in time counts as failing", async () => {
    const { s3, cache, lines } = await setUp(() => true, { readDeadlineMs: 50 });
    expect(await cache.get(NAME)).toBeNull();
    expect(await cache.get(NAME)).toBeNull();
    expect([s3.requests.length, lines.length]).toEqual([1, 1]);
  });

  it("that refuses the keys warns when an image is stored", async () => {
    const { s3, cache, put, lines } = await setUp(undefined, {
      wrong: { secretAccessKey: "wrong" },
    });
    expect(await cache.get(NAME)).toBeNull();
    expect(lines).toEqual([]);
    await put();
    expect(lines).toHaveLength(1);
    expect(await s3.listKeys()).toEqual([]);
  });

  it("fills the folder of an instance that reads from it", async () => {
    const { cache } = await setUp();
    const images = (folder: string, bucket: typeof cache | null) =>
      createImageCache({
        folder,
        maxDiskBytes: 1e6,
        maxMemoryBytes: 1,
        maxAgeMs: 24 * HOUR,
        bucket,
        log: createLog("silent"),
      });
    const folder = createTempFolder();
    const writer = images(createTempFolder(), cache);
    const written = writer.put("a key", webp, "image/webp");
    await writer.settled();
    const reader = images(folder, cache);
    expect(await reader.get("a key")).toEqual(written);
    await reader.settled();
    expect((await images(folder, null).get("a key"))?.etag).toBe(written.etag);
  });
});

// A process, since decoders may hang, crash or leak. Frames: lengths of JSON head and body (32-bit
// big-endian), then both.
import { existsSync, readdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import sharp from "sharp";
import { cropSize, fitSize, pixelArea } from "./output-size.mjs";

/** Pixels that an image may have before it is decoded. */
const MAX_INPUT_PIXELS = 40_000_000;
/** The limit for AVIF and 16-bit PNG, whose decoders take 18 and 8 bytes per pixel. */
const MAX_COSTLY_PIXELS = 18_000_000;
/** Images with more pixels need the worker for heavy images. */
const HEAVY_INPUT_PIXELS = 8_000_000;
const HEAVY_AVIF_PIXELS = 1_500_000;
/** Full effort takes over five seconds for the worst content, and 150 to 250 MB more. */
const LARGE_OUTPUT_PIXELS = 4_000_000;
const ENCODERS = {
  standard: { webp: { effort: 4 }, avif: { effort: 2 } },
  large: { webp: { effort: 2 }, avif: { effort: 1, chromaSubsampling: "4:2:0" } },
};
const PLACEHOLDER_WIDTH = 16;
const THREADS_FOLDER = "/proc/self/task";

sharp.cache(false);
// Further threads gave no throughput on two cores.
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
lowerPriority();

/**
 * Lowers the priority of every thread: on Linux each has its own, and libvips' threads already run.
 */
function lowerPriority() {
  const threads = existsSync(THREADS_FOLDER)
    ? readdirSync(THREADS_FOLDER).map(Number)
    : [process.pid];
  try {
    for (const thread of threads)
      setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Containers may forbid it.
  }
}

/**
 * @typedef {object} Task
 * @property {"webp" | "avif"} format
 * @property {number} quality
 * @property {number} width maximum in pixels, 0 keeps the source's
 * @property {{ width: number, height: number, area?: import("./output-size.mjs").Area } | null}
 * crop maximum size with these proportions, cut from the area or the center
 * @property {boolean} placeholder also returns the dominant color and a tiny image
 * @property {boolean} light rejects heavy work
 */

/**
 * @param {Task} task
 * @param {Buffer} source
 */
async function transform(task, source) {
  const options = {
    limitInputPixels: MAX_INPUT_PIXELS,
    failOn: /** @type {const} */ ("error"),
    pages: 1,
  };
  const { width, height, autoOrient, format, depth } = await sharp(source, options).metadata();
  const isCostly = format === "heif" || (format === "png" && depth === "ushort");
  if (width * height > (isCostly ? MAX_COSTLY_PIXELS : MAX_INPUT_PIXELS))
    throw new Error("Input image exceeds pixel limit");
  const oriented = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  const area = task.crop?.area === undefined ? null : pixelArea(oriented, task.crop.area);
  const size = task.crop === null ? fitSize(oriented, task) : cropSize(area ?? oriented, task.crop);
  const isLargeAvif = task.format === "avif" && size.width * size.height > HEAVY_AVIF_PIXELS;
  if (task.light && (isLargeAvif || width * height > HEAVY_INPUT_PIXELS))
    return { head: { kind: "heavy" }, body: Buffer.alloc(0) };

  const upright = sharp(source, options).autoOrient();
  const resized = (area === null ? upright : upright.extract(area)).resize({
    ...size,
    fit: task.crop === null ? "fill" : "cover",
  });
  const encoders =
    size.width * size.height > LARGE_OUTPUT_PIXELS ? ENCODERS.large : ENCODERS.standard;
  const encoded =
    task.format === "avif"
      ? resized.avif({ ...encoders.avif, quality: task.quality })
      : resized.webp({ ...encoders.webp, quality: task.quality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const placeholder = task.placeholder ? await renderPlaceholder(data) : {};
  return {
    head: { kind: "done", width: info.width, height: info.height, ...placeholder },
    body: data,
  };
}

/** @param {Buffer} image */
async function renderPlaceholder(image) {
  const thumbnail = sharp(image)
    .flatten({ background: "#808080" })
    .resize({ width: PLACEHOLDER_WIDTH })
    .toColourspace("srgb");
  const [{ dominant }, tiny] = await Promise.all([
    sharp(await thumbnail.clone().png().toBuffer()).stats(),
    thumbnail.clone().webp({ quality: 30 }).toBuffer(),
  ]);
  const channels = [dominant.r, dominant.g, dominant.b];
  const color = `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  return { color, placeholder: `data:image/webp;base64,${tiny.toString("base64")}` };
}

/**
 * @param {object} head
 * @param {Uint8Array} body
 */
function send(head, body) {
  const json = Buffer.from(JSON.stringify({ ...head, rss: process.memoryUsage.rss() }));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(body.byteLength, 4);
  process.stdout.write(Buffer.concat([lengths, json]));
  process.stdout.write(body);
}

/**
 * @param {Task} task
 * @param {Buffer} source
 */
async function respond(task, source) {
  try {
    const { head, body } = await transform(task, source);
    send(head, body);
  } catch (error) {
    send(
      { kind: "refused", reason: error instanceof Error ? error.message : String(error) },
      Buffer.alloc(0),
    );
  }
}

/** @type {Buffer[]} */
let chunks = [];
let received = 0;
let expected = 8;
/** @type {{ head: number, body: number } | null} */
let lengths = null;

process.stdin.on("data", (/** @type {Buffer} */ chunk) => {
  chunks.push(chunk);
  received += chunk.length;
  if (received < expected) return;
  const bytes = Buffer.concat(chunks);
  chunks = [bytes];
  if (lengths === null) {
    lengths = { head: bytes.readUInt32BE(0), body: bytes.readUInt32BE(4) };
    expected = 8 + lengths.head + lengths.body;
    if (received < expected) return;
  }
  // Tasks come one at a time: nothing follows the frame.
  const task = JSON.parse(bytes.subarray(8, 8 + lengths.head).toString());
  const source = bytes.subarray(8 + lengths.head, expected);
  chunks = [];
  received = 0;
  expected = 8;
  lengths = null;
  void respond(task, source);
});
// A regular exit waits for the decoder.
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL"));
// Ctrl-C signals the whole group; requests in flight still finish.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);

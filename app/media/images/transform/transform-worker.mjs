// Runs as a process of its own: a decoder that hangs is killed, one that crashes takes nobody with it, and what it used of memory is given back.
// Input and output are frames: the length of a JSON head and of a body as two 32-bit numbers, then both.
import { existsSync, readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { cropSize, fitSize, pixelArea } from "./output-size.mjs";

/** Larger sources are refused before a pixel is decoded. */
const MAX_INPUT_PIXELS = 40_000_000;
/** Work above one of these goes to the one process that may take long and use much memory; the others stay free for the rest. */
const HEAVY_INPUT_PIXELS = 8_000_000;
const HEAVY_AVIF_PIXELS = 1_500_000;
/** Answers above this are encoded by the quicker ways: full effort takes more than five seconds of computing for the worst content and 150 to 250 MB more. */
const LARGE_OUTPUT_PIXELS = 4_000_000;
const ENCODERS = {
  usual: { webp: { effort: 4 }, avif: { effort: 2 } },
  large: { webp: { effort: 2 }, avif: { effort: 1, chromaSubsampling: "4:2:0" } },
};
const PLACEHOLDER_WIDTH = 16;
const THREADS = "/proc/self/task";

sharp.cache(false);
// One thread for each image and one process for each core: threads within an image gave nothing in throughput when measured on two cores.
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
giveWay();

/** Lets everybody else compute first. On Linux each thread has a priority of its own, and those that decode and encode are started before this module runs. */
function giveWay() {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  try {
    for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may forbid it; answering other visitors first is a wish, not a need.
  }
}

/**
 * @typedef {object} Task
 * @property {"webp" | "avif"} format
 * @property {number} quality
 * @property {number} width the most pixels across, 0 for no wish
 * @property {{ width: number, height: number, area?: import("./output-size.mjs").Area } | null} crop cuts to these proportions, at most this large, out of an area if one is named
 * @property {boolean} placeholder also describes the picture by a colour and a tiny picture
 * @property {boolean} light refuses heavy work
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
  const { width, height, autoOrient } = await sharp(source, options).metadata();
  if (width * height > MAX_INPUT_PIXELS) throw new Error("Input image exceeds pixel limit");
  const shown = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  const area = task.crop?.area === undefined ? null : pixelArea(shown, task.crop.area);
  const size = task.crop === null ? fitSize(shown, task) : cropSize(area ?? shown, task.crop);
  const isLargeAvif = task.format === "avif" && size.width * size.height > HEAVY_AVIF_PIXELS;
  if (task.light && (isLargeAvif || width * height > HEAVY_INPUT_PIXELS))
    return { head: { kind: "heavy" }, body: Buffer.alloc(0) };

  const upright = sharp(source, options).autoOrient();
  const picture = (area === null ? upright : upright.extract(area)).resize({
    ...size,
    fit: task.crop === null ? "fill" : "cover",
  });
  const encoders = size.width * size.height > LARGE_OUTPUT_PIXELS ? ENCODERS.large : ENCODERS.usual;
  const encoded =
    task.format === "avif"
      ? picture.avif({ ...encoders.avif, quality: task.quality })
      : picture.webp({ ...encoders.webp, quality: task.quality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const described = task.placeholder ? await describe(data) : {};
  return {
    head: { kind: "done", width: info.width, height: info.height, ...described },
    body: data,
  };
}

/** @param {Buffer} image */
async function describe(image) {
  const small = sharp(image)
    .flatten({ background: "#808080" })
    .resize({ width: PLACEHOLDER_WIDTH })
    .toColourspace("srgb");
  const [{ dominant }, tiny] = await Promise.all([
    sharp(await small.clone().png().toBuffer()).stats(),
    small.clone().webp({ quality: 30 }).toBuffer(),
  ]);
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
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
async function answer(task, source) {
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
let wanted = 8;
/** @type {{ head: number, body: number } | null} */
let lengths = null;

process.stdin.on("data", (/** @type {Buffer} */ chunk) => {
  chunks.push(chunk);
  received += chunk.length;
  if (received < wanted) return;
  const bytes = Buffer.concat(chunks);
  chunks = [bytes];
  if (lengths === null) {
    lengths = { head: bytes.readUInt32BE(0), body: bytes.readUInt32BE(4) };
    wanted = 8 + lengths.head + lengths.body;
    if (received < wanted) return;
  }
  // One task at a time is sent, so a complete frame is all there is.
  const task = JSON.parse(bytes.subarray(8, 8 + lengths.head).toString());
  const source = bytes.subarray(8 + lengths.head, wanted);
  chunks = [];
  received = 0;
  wanted = 8;
  lengths = null;
  void answer(task, source);
});
// Whoever started this process ends it by closing its input, or by ending. Exiting in order would wait for the decoder.
process.stdin.on("end", () => process.kill(process.pid, "SIGKILL"));
// The terminal sends Ctrl-C to everybody; requests under way are still answered.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);

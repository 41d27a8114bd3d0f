import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { tryFfmpeg } from "./ffmpeg.server";
import {
  HARDWARE_NAMES,
  MAX_RATES,
  type EncoderName,
  type HardwareName,
  type Height,
} from "./h264-renditions";

export interface EncoderReport {
  /** Null without an ffmpeg. */
  ffmpeg: string | null;
  /** The one in use: hardware where it works. Null when this ffmpeg has none that does. */
  encoder: EncoderName | null;
  /** Of the encoder in use, with room for decoding and for the site; null when not measurable. */
  pixelsPerSecond: number | null;
  /** Why each hardware encoder is not used; null if it works. */
  hardware: { name: HardwareName; reason: string | null }[];
}

export interface EncoderOptions {
  findBinary: () => Promise<string | null>;
  /** By default the machine's. */
  allowsHardware?: boolean;
  renderFolder?: string;
}

interface EncoderArguments {
  /** Before the input. */
  device: readonly string[];
  /** After scaling. */
  format: string;
  output: (maxRate: number) => readonly string[];
}

const RENDER_FOLDER = "/dev/dri";
const TEST_MS = 5_000;
const SPEED_MS = 20_000;
const ENCODER_THREADS = 2;
const TEST_WIDTH = 1280;
const TEST_HEIGHT = 720;
const TEST_FRAMES = 48;
/**
 * The test's pictures are simple and need no decoding: a film takes 2.8 times their processor time,
 * and the rest is left for the site.
 */
const SOFTWARE_HEADROOM = 4;
/** Decoding is software's work. */
const HARDWARE_HEADROOM = 2;
const MAX_REASON_CHARACTERS = 200;

/** What the machine encodes with, and how fast. Never rejects; asks ffmpeg each time. */
export async function probeEncoders({
  findBinary,
  allowsHardware = true,
  renderFolder = RENDER_FOLDER,
}: EncoderOptions): Promise<EncoderReport> {
  const ffmpeg = await findBinary();
  if (ffmpeg === null) return { ffmpeg, encoder: null, pixelsPerSecond: null, hardware: [] };
  const built = await listBuiltEncoders(ffmpeg);
  const hardware: EncoderReport["hardware"] = [];
  for (const name of HARDWARE_NAMES) {
    const reason = allowsHardware
      ? await whyUnusable(ffmpeg, name, { built, renderFolder })
      : "TRANSCODE_HARDWARE is off";
    hardware.push({ name, reason });
  }
  const working = hardware.find(({ reason }) => reason === null)?.name;
  const encoder = working ?? (built.has("libx264") ? "h264" : null);
  const pixelsPerSecond =
    encoder === null ? null : await measureSpeed(ffmpeg, encoder, renderFolder);
  return { ffmpeg, encoder, pixelsPerSecond, hardware };
}

/** What encodes to H.264 at a height, for `-i` and after it. */
export async function encoderArguments(
  encoder: EncoderName,
  height: Height,
  renderFolder = RENDER_FOLDER,
): Promise<{ before: string[]; after: string[] }> {
  const { device, format, output } = await argumentsOf(encoder, renderFolder);
  return {
    before: [...device],
    after: [
      ...["-vf", `scale=-2:'2*trunc(min(${height},ih)/2)',${format}`],
      ...output(MAX_RATES[height]),
      ...["-maxrate", String(MAX_RATES[height]), "-bufsize", String(2 * MAX_RATES[height])],
      // Reordered frames would start later than their times say.
      ...["-bf", "0", "-profile:v", "high"],
    ],
  };
}

async function argumentsOf(encoder: EncoderName, renderFolder: string): Promise<EncoderArguments> {
  if (encoder === "h264")
    return {
      device: [],
      format: "format=yuv420p",
      output: () => [
        ...["-c:v", "libx264", "-preset", "superfast", "-crf", "21"],
        ...["-threads", String(ENCODER_THREADS)],
      ],
    };
  if (encoder === "vaapi")
    return {
      device: ["-vaapi_device", (await findRenderNode(renderFolder)) ?? ""],
      format: "format=nv12,hwupload",
      output: (maxRate) => ["-c:v", "h264_vaapi", "-b:v", String(maxRate / 2)],
    };
  if (encoder === "nvenc")
    return {
      device: [],
      format: "format=yuv420p",
      output: () => ["-c:v", "h264_nvenc", "-rc", "vbr", "-cq", "23"],
    };
  if (encoder === "qsv")
    return {
      device: [],
      format: "format=nv12",
      output: () => ["-c:v", "h264_qsv", "-preset", "veryfast", "-global_quality", "23"],
    };
  return {
    device: [],
    format: "format=yuv420p",
    output: (maxRate) => ["-c:v", "h264_videotoolbox", "-b:v", String(maxRate / 2)],
  };
}

async function listBuiltEncoders(ffmpeg: string): Promise<Set<string>> {
  const { stdout } = await attempt(ffmpeg, ["-encoders"], TEST_MS);
  return new Set([...stdout.matchAll(/^ V\S{5} (\S+)/gm)].map(([, name = ""]) => name));
}

/** Null if it encodes a frame. */
async function whyUnusable(
  ffmpeg: string,
  name: HardwareName,
  { built, renderFolder }: { built: ReadonlySet<string>; renderFolder: string },
): Promise<string | null> {
  if (!built.has(`h264_${name}`)) return `this ffmpeg has no h264_${name}`;
  if (name === "vaapi" && (await findRenderNode(renderFolder)) === null)
    return `no usable device in ${renderFolder}`;
  const { code, messages } = await encodeTest(ffmpeg, name, { frames: 1, renderFolder });
  if (code === 0) return null;
  const [first = ""] = messages.split("\n").filter((line) => line.trim() !== "");
  return (
    first.replace(/^\[[^\]]*\] /, "").slice(0, MAX_REASON_CHARACTERS) || "a test encode failed"
  );
}

async function measureSpeed(
  ffmpeg: string,
  encoder: EncoderName,
  renderFolder: string,
): Promise<number | null> {
  const { code, messages } = await encodeTest(ffmpeg, encoder, {
    frames: TEST_FRAMES,
    renderFolder,
    options: ["-loglevel", "info", "-benchmark"],
  });
  const [, user, system, real] =
    /utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/.exec(messages) ?? [];
  if (code !== 0 || user === undefined) return null;
  const isHardware = encoder !== "h264";
  // Processor time, so that what else runs at the moment does not count.
  const cores = Math.min(ENCODER_THREADS, availableParallelism());
  const seconds = isHardware ? Number(real) : (Number(user) + Number(system)) / cores;
  const headroom = isHardware ? HARDWARE_HEADROOM : SOFTWARE_HEADROOM;
  return (TEST_WIDTH * TEST_HEIGHT * TEST_FRAMES) / Math.max(seconds, 0.001) / headroom;
}

async function encodeTest(
  ffmpeg: string,
  encoder: EncoderName,
  {
    frames,
    renderFolder,
    options = [],
  }: { frames: number; renderFolder: string; options?: readonly string[] },
) {
  const { before, after } = await encoderArguments(encoder, 720, renderFolder);
  const picture = `testsrc2=size=${TEST_WIDTH}x${TEST_HEIGHT}:rate=24`;
  return attempt(
    ffmpeg,
    [
      ...[...options, ...before, "-f", "lavfi", "-i", picture],
      ...["-frames:v", String(frames), ...after, "-f", "null", "-"],
    ],
    frames === 1 ? TEST_MS : SPEED_MS,
  );
}

async function attempt(ffmpeg: string, args: readonly string[], timeoutMs: number) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { code, stdout, messages } = await tryFfmpeg(ffmpeg, {
      args,
      signal,
      maxBytes: 1024 * 1024,
    });
    return { code, stdout: stdout.toString("utf8"), messages };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "AbortError";
    const messages = isLate ? `no result within ${timeoutMs / 1000} s` : String(error);
    return { code: null, stdout: "", messages };
  }
}

async function findRenderNode(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((other) => other.startsWith("renderD")).sort()) {
    const path = `${folder}/${name}`;
    const isUsable = await access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    );
    if (isUsable) return path;
  }
  return null;
}

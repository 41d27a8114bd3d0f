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
  /** The path of ffmpeg, or null where there is none. */
  ffmpeg: string | null;
  /** The one in use: hardware where it works. Null when this ffmpeg has none that does. */
  encoder: EncoderName | null;
  /** Speed of the encoder in use, less what decoding and the site need; null if unmeasurable. */
  pixelsPerSecond: number | null;
  /** Why each hardware encoder is not used; null if it works. */
  hardware: { name: HardwareName; reason: string | null }[];
  /** Whether a test had no result in time, as on a busy machine: another probe may differ. */
  isTentative: boolean;
}

export interface EncoderOptions {
  findBinary: () => Promise<string | null>;
  allowsHardware?: boolean;
  /** The folder of render nodes; by default the machine's. */
  renderFolder?: string;
  /** Milliseconds until a test without a result is ended. */
  testMs?: number | undefined;
}

/** One probe: its ffmpeg, and whether one of its tests was ended without a result. */
interface Probe {
  ffmpeg: string;
  renderFolder: string;
  testMs: number;
  isLate: boolean;
}

interface EncoderArguments {
  /** Arguments before the input. */
  device: readonly string[];
  /** The filter after scaling. */
  format: string;
  output: (maxRate: number) => readonly string[];
}

const RENDER_FOLDER = "/dev/dri";
const TEST_MS = 5_000;
/** The measurement of the speed encodes more frames. */
const SPEED_TIMES = 4;
const ENCODER_THREADS = 2;
const TEST_WIDTH = 1280;
const TEST_HEIGHT = 720;
const TEST_FRAMES = 48;
/**
 * The test's frames are simple and need no decoding: a film takes 2.8 times their processor time,
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
  testMs = TEST_MS,
}: EncoderOptions): Promise<EncoderReport> {
  const ffmpeg = await findBinary();
  if (ffmpeg === null)
    return { ffmpeg, encoder: null, pixelsPerSecond: null, hardware: [], isTentative: false };
  const probe: Probe = { ffmpeg, renderFolder, testMs, isLate: false };
  const built = await listBuiltEncoders(probe);
  const hardware: EncoderReport["hardware"] = [];
  for (const name of HARDWARE_NAMES) {
    const reason = allowsHardware
      ? await whyUnusable(probe, name, built)
      : "TRANSCODE_HARDWARE is off";
    hardware.push({ name, reason });
  }
  const working = hardware.find(({ reason }) => reason === null)?.name;
  const encoder = working ?? (built.has("libx264") ? "h264" : null);
  const pixelsPerSecond = encoder === null ? null : await measureSpeed(probe, encoder);
  return { ffmpeg, encoder, pixelsPerSecond, hardware, isTentative: probe.isLate };
}

/** What encodes to H.264 at a height, for `-i` and after it. */
export async function encoderArguments(
  encoder: EncoderName,
  height: Height,
  { renderFolder = RENDER_FOLDER }: { renderFolder?: string | undefined } = {},
): Promise<{ before: string[]; after: string[] }> {
  const { device, format, output } = await argumentsOf(encoder, renderFolder);
  return {
    before: [...device],
    after: [
      // Interlaced fields would show as combs; other pictures stay as they are.
      ...["-vf", `yadif=deint=interlaced,scale=-2:'2*trunc(min(${height},ih)/2)',${format}`],
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

async function listBuiltEncoders(probe: Probe): Promise<Set<string>> {
  const { stdout } = await attempt(probe, ["-encoders"], probe.testMs);
  return new Set([...stdout.matchAll(/^ V\S{5} (\S+)/gm)].map(([, name = ""]) => name));
}

/** Returns null for an encoder that encodes a frame. */
async function whyUnusable(
  probe: Probe,
  name: HardwareName,
  built: ReadonlySet<string>,
): Promise<string | null> {
  if (!built.has(`h264_${name}`)) return `this ffmpeg has no h264_${name}`;
  if (name === "vaapi" && (await findRenderNode(probe.renderFolder)) === null)
    return `no usable device in ${probe.renderFolder}`;
  const { code, messages } = await encodeTest(probe, name, { frames: 1 });
  if (code === 0) return null;
  const [first = ""] = messages.split("\n").filter((line) => line.trim() !== "");
  return (
    first.replace(/^\[[^\]]*\] /, "").slice(0, MAX_REASON_CHARACTERS) || "a test encode failed"
  );
}

async function measureSpeed(probe: Probe, encoder: EncoderName): Promise<number | null> {
  const { code, messages } = await encodeTest(probe, encoder, {
    frames: TEST_FRAMES,
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
  probe: Probe,
  encoder: EncoderName,
  { frames, options = [] }: { frames: number; options?: readonly string[] },
) {
  const { before, after } = await encoderArguments(encoder, 720, probe);
  const testVideo = `testsrc2=size=${TEST_WIDTH}x${TEST_HEIGHT}:rate=24`;
  return attempt(
    probe,
    [
      ...[...options, ...before, "-f", "lavfi", "-i", testVideo],
      ...["-frames:v", String(frames), ...after, "-f", "null", "-"],
    ],
    frames === 1 ? probe.testMs : SPEED_TIMES * probe.testMs,
  );
}

async function attempt(probe: Probe, args: readonly string[], timeoutMs: number) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { code, stdout, messages } = await tryFfmpeg(probe.ffmpeg, {
      args,
      signal,
      maxBytes: 1024 * 1024,
    });
    return { code, stdout: stdout.toString("utf8"), messages };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "AbortError";
    probe.isLate ||= isLate;
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

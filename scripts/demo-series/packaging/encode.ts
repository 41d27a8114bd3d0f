import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import sharp from "sharp";
import { HEIGHT, WIDTH } from "../drawing/svg";
import { drawFrame, FRAME_RATE, frameCount, SEGMENT_SECONDS, type Episode } from "../episode";

/** `quality` is x264's CRF; the ceiling is in kbit/s. */
export type Size = {
  folder: string;
  width: number;
  height: number;
  level: string;
  quality: number;
  ceiling: number;
};

export const SIZES: readonly Size[] = [
  { folder: "v360", width: 640, height: 360, level: "3.0", quality: 28, ceiling: 420 },
  { folder: "v180", width: 320, height: 180, level: "1.3", quality: 27, ceiling: 150 },
];

const AUDIO_KBITS = 40;

/** Cutting as much of the silent beginning lets the track start at 0 s. */
const AAC_ENCODER_DELAY = 1024;

/** Rejects with ffmpeg's last error output. */
async function ffmpeg(args: readonly string[], input?: AsyncIterable<Buffer>): Promise<void> {
  const child = spawn("ffmpeg", ["-hide_banner", "-nostdin", "-loglevel", "error", "-y", ...args], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errorOutput += text));
  const closed = once(child, "close") as Promise<[number | null]>;
  child.stdin.on("error", () => undefined);
  for await (const chunk of input ?? []) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, "drain"), closed]);
  }
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0)
    throw new Error(
      `ffmpeg failed (${code ?? "killed"}): ${errorOutput.trim().split("\n").at(-1) ?? ""}`,
    );
}

export async function hasFfmpeg(): Promise<boolean> {
  try {
    await ffmpeg([
      "-f",
      "lavfi",
      "-i",
      "color=s=16x16:d=0.1",
      "-c:v",
      "libx264",
      "-f",
      "null",
      "-",
    ]);
    return true;
  } catch {
    return false;
  }
}

/** Raw RGB, in order, rendered concurrently. */
async function* renderFrames(
  episode: Episode,
  progress: (frame: number, of: number) => void,
): AsyncGenerator<Buffer> {
  const total = frameCount(episode);
  const ahead = cpus().length + 1;
  const render = (frame: number) =>
    sharp(Buffer.from(drawFrame(episode, frame)))
      .flatten({ background: "#000000" })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
  const waiting: Promise<Buffer>[] = [];
  for (let frame = 0; frame < total + ahead; frame += 1) {
    if (frame < total) waiting.push(render(frame));
    const next = frame >= ahead ? waiting.shift() : undefined;
    if (next) {
      yield await next;
      progress(frame - ahead + 1, total);
    }
  }
}

/** A lossless file for all sizes. */
export async function renderVideo(
  episode: Episode,
  file: string,
  progress: (frame: number, of: number) => void,
): Promise<void> {
  const raw = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${WIDTH}x${HEIGHT}`,
    "-r",
    String(FRAME_RATE),
    "-i",
    "-",
  ];
  await ffmpeg(
    [...raw, "-c:v", "libx264rgb", "-qp", "0", "-preset", "ultrafast", file],
    renderFrames(episode, progress),
  );
}

/**
 * As fragmented MP4: init.mp4, seg-NN.m4s and index.m3u8. Each segment starts with a closed GOP, so
 * segments decode alone and sizes are interchangeable. Negative decoding times stay (as an edit
 * list): shifting them would delay the first frame by two.
 */
export async function encodeSize(
  size: Size,
  video: string,
  sound: string,
  folder: string,
): Promise<void> {
  const group = String(FRAME_RATE * SEGMENT_SECONDS);
  const color = [
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
    "-colorspace",
    "bt709",
    "-color_range",
    "tv",
  ];
  const toYuv = `scale=${size.width}:${size.height}:flags=lanczos+accurate_rnd+full_chroma_int:out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1`;
  await ffmpeg([
    ...[
      "-i",
      video,
      "-i",
      sound,
      "-map",
      "0:v",
      "-map",
      "1:a",
      "-map_metadata",
      "-1",
      "-fflags",
      "+bitexact",
    ],
    ...[
      "-vf",
      toYuv,
      ...color,
      "-c:v",
      "libx264",
      "-profile:v",
      "high",
      "-level",
      size.level,
      "-preset",
      "veryslow",
      "-tune",
      "animation",
    ],
    ...[
      "-crf",
      String(size.quality),
      "-maxrate",
      `${size.ceiling}k`,
      "-bufsize",
      `${size.ceiling * 2}k`,
      "-bf",
      "3",
      "-threads",
      "1",
    ],
    ...[
      "-g",
      group,
      "-keyint_min",
      group,
      "-sc_threshold",
      "0",
      "-flags",
      "+cgop",
      "-x264-params",
      "aq-mode=3:aq-strength=0.9",
    ],
    ...[
      "-af",
      `atrim=start_sample=${AAC_ENCODER_DELAY}`,
      "-c:a",
      "aac",
      "-b:a",
      `${AUDIO_KBITS}k`,
      "-flags:a",
      "+bitexact",
    ],
    ...[
      "-avoid_negative_ts",
      "disabled",
      "-f",
      "hls",
      "-hls_time",
      String(SEGMENT_SECONDS),
      "-hls_playlist_type",
      "vod",
      "-hls_segment_type",
      "fmp4",
    ],
    ...[
      "-hls_fmp4_init_filename",
      "init.mp4",
      "-hls_segment_filename",
      `${folder}/seg-%02d.m4s`,
      `${folder}/index.m3u8`,
    ],
  ]);
}

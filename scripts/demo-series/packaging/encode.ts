import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import sharp from "sharp";
import { HEIGHT, WIDTH } from "../drawing/svg";
import { drawFrame, FRAME_RATE, frameCount, SEGMENT_SECONDS, type Episode } from "../episode";

/** One size of the video. `quality` is x264's CRF (lower is better), the ceiling is in kbit/s. */
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

/** An AAC encoder puts one frame of silence before the sound; leaving out as much of the (silent) beginning lets the track start at 0 s. */
const AAC_LEAD = 1024;

/** Runs ffmpeg; `input` is written to its standard input. Fails with ffmpeg's own last words. */
async function ffmpeg(args: readonly string[], input?: AsyncIterable<Buffer>): Promise<void> {
  const child = spawn("ffmpeg", ["-hide_banner", "-nostdin", "-loglevel", "error", "-y", ...args], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
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
      `ffmpeg failed (${code ?? "killed"}): ${complaint.trim().split("\n").at(-1) ?? ""}`,
    );
}

/** Whether an ffmpeg with H.264 can be started. */
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

/** Every frame as raw RGB, in order, with a few drawn at the same time. */
async function* pictures(
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

/** Draws the episode once into a lossless file, from which every size is encoded. */
export async function drawPicture(
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
    pictures(episode, progress),
  );
}

/**
 * Encodes one size into `folder` as fragmented MP4: init.mp4, seg-NN.m4s and index.m3u8. A closed group of pictures starts with each
 * segment, so every segment can be decoded alone and the sizes are interchangeable at each border. Negative decoding times are kept
 * (as an edit list), because shifting them away would show the first picture two frames late.
 */
export async function encodeSize(
  size: Size,
  picture: string,
  sound: string,
  folder: string,
): Promise<void> {
  const group = String(FRAME_RATE * SEGMENT_SECONDS);
  const colour = [
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
      picture,
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
      ...colour,
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
      `atrim=start_sample=${AAC_LEAD}`,
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

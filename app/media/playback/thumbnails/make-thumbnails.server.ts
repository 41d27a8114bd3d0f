import type { MediaInfo } from "~/media/container/container-info";
import { loadSharp } from "~/media/images/load-sharp.server";
import { runFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import type { FileVersion, ThumbnailStore, Thumbnails } from "./thumbnail-store.server";
import {
  countSheets,
  THUMBNAIL_WIDTH,
  THUMBNAILS_PER_SHEET,
  planThumbnails,
  SHEET_COLUMNS,
  SHEET_ROWS,
} from "./plan-thumbnails";

interface ThumbnailOptions {
  ffmpeg: string;
  store: ThumbnailStore;
  /** What probing the file has found. */
  info: MediaInfo;
  signal: AbortSignal;
}

const CHANNELS = 3;
const MAX_THUMBNAIL_HEIGHT = 192;
const THUMBNAIL_MS = 20_000;
/** A file that fails this often in a row does not get thumbnails. */
const MAX_FAILURES = 3;
const QUALITY = 60;

/**
 * Makes the sheets that are missing, from the key frames at or before each time. Returns null for a
 * file that can have none. Rejects when aborted; a later call continues with the next sheet.
 */
export async function makeThumbnails(
  file: FileVersion,
  { ffmpeg, store, info, signal }: ThumbnailOptions,
): Promise<Thumbnails | null> {
  const { duration, startTime, tracks } = info;
  if (duration === null || !isSeekable(info) || !tracks.some(({ kind }) => kind === "video"))
    return null;
  const plan = planThumbnails(duration);
  const frameAt = (index: number) =>
    readFrame(ffmpeg, file.path, startTime + (index + 0.5) * plan.interval, signal);
  let size: { width: number; height: number } | null = null;
  let last: Buffer | null = null;
  let failures = 0;
  const sheets = countSheets(plan);
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    // The last one tells the size.
    if (sheet < sheets - 1 && (await store.hasSheet(file, sheet))) continue;
    const frames: Buffer[] = [];
    const first = sheet * THUMBNAILS_PER_SHEET;
    for (
      let index = first;
      index < Math.min(plan.count, first + THUMBNAILS_PER_SHEET);
      index += 1
    ) {
      const frame = await frameAt(index);
      failures = frame === null ? failures + 1 : 0;
      if (failures >= MAX_FAILURES) return null;
      // The last seconds may have no frame of their own.
      const shown: Buffer | null =
        frame !== null && (last === null || frame.length === last.length) ? frame : last;
      if (shown === null) continue;
      last = shown;
      frames.push(shown);
    }
    if (last === null) return null;
    size = { width: THUMBNAIL_WIDTH, height: last.length / (THUMBNAIL_WIDTH * CHANNELS) };
    await store.writeSheet(file, sheet, await packSheet(frames, size));
  }
  return size === null ? null : { ...plan, ...size };
}

/**
 * Whether seeking is quick. Without an index, every seek in Matroska reads the file from its start.
 */
function isSeekable({ container, hasIndex }: MediaInfo): boolean {
  return hasIndex || (container !== "matroska" && container !== "webm");
}

/** RGB; null if the file has no frame there. */
async function readFrame(
  ffmpeg: string,
  path: string,
  time: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const rowBytes = THUMBNAIL_WIDTH * CHANNELS;
  try {
    const frame = await runFfmpeg(ffmpeg, {
      args: [
        ...["-threads", "1", "-skip_frame", "nokey", "-noaccurate_seek", "-seek_timestamp", "1"],
        ...["-ss", time.toFixed(3), "-i", `file:${path}`, "-map", "0:v:0", "-frames:v", "1"],
        "-vf",
        `scale=${THUMBNAIL_WIDTH}:'min(${MAX_THUMBNAIL_HEIGHT},2*max(1,trunc(${THUMBNAIL_WIDTH / 2}/dar)))':flags=area`,
        ...["-fps_mode", "passthrough", "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:1"],
      ],
      signal: AbortSignal.any([signal, AbortSignal.timeout(THUMBNAIL_MS)]),
      maxBytes: rowBytes * MAX_THUMBNAIL_HEIGHT,
      isBackground: true,
    });
    return frame.length > 0 && frame.length % rowBytes === 0 ? frame : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

async function packSheet(
  frames: readonly Buffer[],
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const rows = Math.min(SHEET_ROWS, Math.ceil(frames.length / SHEET_COLUMNS));
  const sharp = await loadSharp();
  return sharp({
    create: {
      width: width * SHEET_COLUMNS,
      height: height * rows,
      channels: CHANNELS,
      background: "black",
    },
  })
    .composite(
      frames.map((input, index) => ({
        input,
        raw: { width, height, channels: CHANNELS },
        left: (index % SHEET_COLUMNS) * width,
        top: Math.floor(index / SHEET_COLUMNS) * height,
      })),
    )
    .webp({ quality: QUALITY })
    .toBuffer();
}

import type { SubtitleFormat } from "~/media/container/container-info";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import type { MediaWorker } from "~/media/container/media-worker.server";
import type { MadeSegment, SegmentTask } from "./make-segment.server";
import type { FileVersion } from "./open-file.server";
import type { FileIndex, Timeline } from "./read-index.server";
import type { SubtitleTask } from "./subtitles/subtitle-files.server";

/** What takes a file's own time and memory: a file that lies must not take the server's. */
export interface FileReaders {
  /** Throws `UnreadableMedia`, and `NotFound` for a file that has changed. */
  readFileIndex(file: FileVersion, options?: ReadOptions): Promise<FileIndex>;
  /** Reads all of a file whose head has no index. Throws like `readFileIndex`. */
  scanTimeline(file: FileVersion, options?: ReadOptions): Promise<Timeline>;
  /** Throws like `readFileIndex`. */
  makeSegment(task: SegmentTask, options?: ReadOptions): Promise<MadeSegment>;
  readSubtitleFile(task: SubtitleTask, options?: ReadOptions): Promise<Uint8Array>;
  /** Throws like `readFileIndex`. */
  extractSubtitles(task: ExtractionTask, options?: ReadOptions): Promise<Uint8Array>;
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** The client who asks: its files leave threads for those of others. */
  client?: string | undefined;
}

export interface ExtractionTask extends FileVersion {
  track: number;
  format: SubtitleFormat;
  source: SubtitleFormat;
  /** The time of the file at which playback starts, in seconds. */
  zero: number;
}

/** A large file of a slow disk. */
const EXTRACTION_MS = 10 * 60 * 1000;
export const SCAN_MS = 2 * 60 * 60 * 1000;

/** Names a reader and what it reads. */
export type ReaderTask = {
  [Name in keyof FileReaders]: { name: Name; task: Parameters<FileReaders[Name]>[0] };
}[keyof FileReaders];

/** Extractions take minutes and scans of large files hours, which nothing else waits for. */
const LANES = ["heads", "segments", "extractions", "scans"] as const;
export const READER_LANES = LANES.length;

/** Reads in worker threads. */
export function createWorkerReaders(worker: MediaWorker<ReaderTask, unknown>): FileReaders {
  const readIn = async <Result>(
    lane: (typeof LANES)[number],
    task: ReaderTask,
    options?: ReadOptions & { timeoutMs?: number },
  ): Promise<Result> => (await worker.run(task, { ...options, lane })) as Result;

  return {
    async readFileIndex({ path, version }, options) {
      const task = { path, version };
      return withBuffers(await readIn("heads", { name: "readFileIndex", task }, options));
    },
    scanTimeline({ path, version }, options) {
      const task = { path, version };
      const limited = { ...options, timeoutMs: SCAN_MS };
      return readIn("scans", { name: "scanTimeline", task }, limited);
    },
    async makeSegment(task, options) {
      const made: MadeSegment = await readIn("segments", { name: "makeSegment", task }, options);
      return { ...made, init: toBuffer(made.init), media: toBuffer(made.media) };
    },
    readSubtitleFile: (task, options) =>
      readIn("heads", { name: "readSubtitleFile", task }, options),
    extractSubtitles: (task, options) =>
      readIn(
        "extractions",
        { name: "extractSubtitles", task },
        { ...options, timeoutMs: EXTRACTION_MS },
      ),
  };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Restores Buffers, which become plain arrays of bytes between threads. */
function withBuffers(index: FileIndex): FileIndex {
  return index.matroska === null
    ? index
    : { ...index, matroska: matroskaWithBuffers(index.matroska) };
}

/** A head that comes from another thread. */
export function matroskaWithBuffers(file: MatroskaFile): MatroskaFile {
  const tracks = file.tracks.map((track) => ({
    ...track,
    codecPrivate: Buffer.from(track.codecPrivate),
    packing:
      track.packing.kind === "header"
        ? { ...track.packing, header: Buffer.from(track.packing.header) }
        : track.packing,
  }));
  return { ...file, tracks };
}

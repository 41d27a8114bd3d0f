import type { SubtitleFormat } from "~/media/container/container-info";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import type { MediaWorker } from "~/media/container/media-worker.server";
import type { OpenFile } from "./open-file.server";
import type { FileIndex } from "./read-index.server";
import type { SubtitleTask } from "./subtitles/subtitle-files.server";

/** What takes a file's own time and memory: a file that lies must not take the server's. */
export interface FileReaders {
  /** Throws `UnreadableMedia`, and `NotFound` for a file that has changed. */
  readFileIndex(file: FileVersion, signal?: AbortSignal): Promise<FileIndex>;
  readSubtitleFile(task: SubtitleTask, signal?: AbortSignal): Promise<Uint8Array>;
  /** Throws like `readFileIndex`. */
  extractSubtitles(task: ExtractionTask, signal?: AbortSignal): Promise<Uint8Array>;
}

export type FileVersion = Pick<OpenFile, "path" | "version">;

export interface ExtractionTask extends FileVersion {
  track: number;
  format: SubtitleFormat;
  source: SubtitleFormat;
  /** The time of the file at which playback starts, in seconds. */
  zero: number;
}

/** A large file of a slow disk. */
const EXTRACTION_MS = 10 * 60 * 1000;

/** Names a reader and what it reads. */
export type ReaderTask = {
  [Name in keyof FileReaders]: { name: Name; task: Parameters<FileReaders[Name]>[0] };
}[keyof FileReaders];

/** Reads in worker threads: extractions in those of `extractor`, which may take minutes. */
export function createWorkerReaders(
  reader: MediaWorker<ReaderTask, unknown>,
  extractor: MediaWorker<ReaderTask, unknown>,
): FileReaders {
  return {
    readFileIndex: async ({ path, version }, signal) =>
      withBuffers(
        (await reader.run(
          { name: "readFileIndex", task: { path, version } },
          { signal },
        )) as FileIndex,
      ),
    readSubtitleFile: async (task, signal) =>
      (await reader.run({ name: "readSubtitleFile", task }, { signal })) as Uint8Array,
    extractSubtitles: async (task, signal) =>
      (await extractor.run(
        { name: "extractSubtitles", task },
        { signal, timeoutMs: EXTRACTION_MS },
      )) as Uint8Array,
  };
}

/** Between threads, a Buffer becomes a plain array of bytes. */
function withBuffers(index: FileIndex): FileIndex {
  if (index.matroska === null) return index;
  return { ...index, matroska: { ...index.matroska, tracks: tracksWithBuffers(index.matroska) } };
}

function tracksWithBuffers({ tracks }: MatroskaFile): MatroskaFile["tracks"] {
  return tracks.map((track) => ({
    ...track,
    codecPrivate: Buffer.from(track.codecPrivate),
    packing:
      track.packing.kind === "header"
        ? { ...track.packing, header: Buffer.from(track.packing.header) }
        : track.packing,
  }));
}

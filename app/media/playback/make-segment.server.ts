import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { Segment } from "./cuts";
import type { FileReaders, FileVersion } from "./file-readers.server";
import { muxSegment, type MuxedSegment } from "./mux-segment.server";
import type { FileIndex, Timeline } from "./read-index.server";
import {
  audioStart,
  readInputAudio,
  readInputVideo,
  readMatroskaAudio,
  readMatroskaVideo,
  type SegmentLimits,
} from "./read-packets.server";

/** What of a track is copied. */
export interface CopiedPart {
  segment: Segment;
  isFirst: boolean;
  isLast: boolean;
  /** What becomes time 0; null for the first frame's time. */
  zero: number | null;
}

/** A segment by what a worker can be told. */
export interface SegmentTask extends FileVersion, CopiedPart {
  kind: "video" | "audio";
  track: number;
  /** When the audio track starts. */
  origin: number;
  /** The head of a Matroska file, and where to read its sound from. */
  matroska: MatroskaFile | null;
  from: number | null;
}

export interface MadeSegment extends MuxedSegment {
  /** The time of the first frame in the file; null without a frame. */
  first: number | null;
}

interface CopyOptions extends CopiedPart, Pick<SegmentTask, "kind" | "track"> {
  file: FileVersion;
  index: FileIndex & { timeline: Timeline };
  bytes: FileBytes;
  client: string;
  signal: AbortSignal;
}

/** Throws `UnreadableMedia`, and `NotFound` for a file that has changed. */
export type CopySegment = (options: CopyOptions) => Promise<MadeSegment>;

/** Tens of milliseconds of this thread's time: what most segments have is a tenth of it. */
const LIMITS_HERE: SegmentLimits = { bytes: 64 * 1024 * 1024, frames: 5_000, elements: 100_000 };

/**
 * Segments of Matroska are made in this thread as far as they are small. Larger ones, and those of
 * other files, whose tables are read whole for each segment, are made by `makeSegment`.
 */
export function createSegmentCopier({
  makeSegment,
}: Pick<FileReaders, "makeSegment">): CopySegment {
  return async ({ file: { path, version }, index, bytes, client, signal, ...copied }) => {
    const { matroska, timeline } = index;
    const { track, segment } = copied;
    const task = {
      ...{ ...copied, path, version },
      origin: timeline.audio.get(track)?.first ?? 0,
      matroska: matroska === null ? null : headOf(matroska, track),
      from: matroska === null ? null : audioStart(matroska, timeline, segment),
    };
    if (matroska !== null)
      try {
        return await makeFrom(bytes, task, LIMITS_HERE);
      } catch (error) {
        if (!isBeyondLimits(error)) throw error;
      }
    return makeSegment(task, { client, signal });
  };
}

/** Only what reading a track needs: a head may have thousands of other parts. */
function headOf(file: MatroskaFile, track: number): MatroskaFile {
  const tracks = file.tracks.filter(({ number }) => number === track);
  return { ...file, tracks, cues: [], chapters: [], attachments: [] };
}

function isBeyondLimits(error: unknown): boolean {
  return (
    error instanceof UnreadableMedia &&
    error.texts.some((text) => text === "media.segmentTooLarge" || text === "media.tooMuchToRead")
  );
}

/** Makes a segment of any file. Throws `UnreadableMedia`. */
export async function makeFrom(
  bytes: FileBytes,
  task: SegmentTask,
  limits?: SegmentLimits,
): Promise<MadeSegment> {
  const { kind, matroska, zero } = task;
  const options = { ...task, bytes, limits };
  const run =
    matroska === null
      ? await (kind === "video" ? readInputVideo : readInputAudio)(options)
      : await (kind === "video" ? readMatroskaVideo : readMatroskaAudio)(matroska, options);
  const first = run.packets[0]?.time ?? null;
  return { ...(await muxSegment(run, zero ?? first ?? 0)), first };
}

import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { FileReaders } from "./file-readers.server";
import {
  makeFrom,
  type CopiedPart,
  type MadeSegment,
  type SegmentTask,
} from "./make-segment.server";
import type { FileVersion } from "./open-file.server";
import type { FileIndex, Timeline } from "./read-index.server";
import { audioStart, type SegmentLimits } from "./read-packets.server";

interface CopyOptions extends CopiedPart, Pick<SegmentTask, "kind" | "track"> {
  file: FileVersion;
  index: FileIndex & { timeline: Timeline };
  bytes: FileBytes;
  client: string;
  signal: AbortSignal;
}

/** Throws `UnreadableMedia`, and `NotFound` for a file that has changed. */
export type CopySegment = (options: CopyOptions) => Promise<MadeSegment>;

/** Limits for work in this thread, of some ten milliseconds. Most segments take a tenth. */
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

/** Keeps only what reading a track needs: a head may have thousands of other parts. */
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

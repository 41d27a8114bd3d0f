import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import type { Segment } from "./cuts";
import { muxSegment, type MuxedSegment } from "./mux-segment.server";
import type { FileVersion } from "./open-file.server";
import type { PacketRun } from "./packets";
import {
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
  /** Time at which the audio track starts. */
  origin: number;
  /** The head of a Matroska file, and where to read its sound from. */
  matroska: MatroskaFile | null;
  from: number | null;
}

export interface MadeSegment extends MuxedSegment {
  /** The time of the first frame in the file; null without a frame. */
  first: number | null;
  /** The cluster of a Matroska file from which the next segment's sound can be read, if known. */
  next: number | null;
}

/** Makes a segment of any file. Throws `UnreadableMedia`. */
export async function makeFrom(
  bytes: FileBytes,
  task: SegmentTask,
  limits?: SegmentLimits,
): Promise<MadeSegment> {
  const { kind, matroska, zero } = task;
  const options = { ...task, bytes, limits };
  try {
    const run: PacketRun & { next?: number | null } =
      matroska === null
        ? await (kind === "video" ? readInputVideo : readInputAudio)(options)
        : await (kind === "video" ? readMatroskaVideo : readMatroskaAudio)(matroska, options);
    const first = run.packets[0]?.time ?? null;
    return { ...(await muxSegment(run, zero ?? first ?? 0)), first, next: run.next ?? null };
  } finally {
    // The segment is a copy.
    bytes.recycle("all");
  }
}

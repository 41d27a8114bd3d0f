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
} from "./read-packets.server";
import {
  readTransportAudio,
  readTransportVideo,
  type TransportPart,
} from "./read-transport-stream.server";
import type { SegmentLimits } from "./run-options";

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
  /** The part of a transport stream; null for other files, and if only the library reads it. */
  transport: TransportPart | null;
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
  const { zero } = task;
  try {
    const run = await readRun(task, { ...task, bytes, limits });
    const first = run.packets[0]?.time ?? null;
    return { ...(await muxSegment(run, zero ?? first ?? 0)), first, next: run.next ?? null };
  } finally {
    // The segment is a copy.
    bytes.recycle("all");
  }
}

function readRun(
  { kind, matroska, transport }: SegmentTask,
  options: Parameters<typeof readMatroskaAudio>[1],
): Promise<PacketRun & { next?: number | null }> {
  const isVideo = kind === "video";
  if (matroska !== null)
    return (isVideo ? readMatroskaVideo : readMatroskaAudio)(matroska, options);
  if (transport !== null)
    return (isVideo ? readTransportVideo : readTransportAudio)(transport, options);
  return (isVideo ? readInputVideo : readInputAudio)(options);
}

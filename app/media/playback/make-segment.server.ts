import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import type { Segment } from "./cuts";
import { muxSegment, type MuxedSegment } from "./mux-segment.server";
import type { FileVersion } from "./open-file.server";
import type { Packet, PacketRun } from "./packets";
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
import { SILENCE } from "./silence";
import { silentFrame } from "./silent-frame.server";

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
  /** The ffmpeg that makes silence for gaps; null without one. */
  ffmpeg: string | null;
}

export interface MadeSegment extends MuxedSegment {
  /** The time of the first frame in the file; null without a frame. */
  first: number | null;
  /** The cluster of a Matroska file from which the next segment's sound can be read, if known. */
  next: number | null;
  /** Whether sound is missing in places where it would have been silent with another ffmpeg. */
  hasGap: boolean;
}

/** Makes a segment of any file. Throws `UnreadableMedia`. */
export async function makeFrom(
  bytes: FileBytes,
  task: SegmentTask,
  limits?: SegmentLimits,
): Promise<MadeSegment> {
  const { zero, ffmpeg } = task;
  try {
    const { next = null, config, ...run } = await readRun(task, { ...task, bytes, limits });
    const lacksSound = run.packets.some(({ data }) => data === SILENCE);
    // A silent frame tells a decoder of sound, too, where a segment has none.
    const silence =
      lacksSound || run.packets.length === 0 ? await silentFrame(ffmpeg, config) : null;
    const packets = lacksSound ? withSilence(run.packets, silence) : run.packets;
    const first = packets[0]?.time ?? null;
    const muxed = await muxSegment({ packets, config }, zero ?? first ?? 0, silence);
    return { ...muxed, first, next, hasGap: lacksSound && silence === null };
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

/** Gives silent frames their data, or leaves the gaps. */
function withSilence(packets: readonly Packet[], silence: Buffer | null): Packet[] {
  return packets.flatMap((packet) => {
    if (packet.data !== SILENCE) return packet;
    return silence === null ? [] : { ...packet, data: silence };
  });
}

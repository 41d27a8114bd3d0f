import type { FileBytes } from "~/media/container/file-bytes.server";
import type { Segment } from "./cuts";

/** Limits of what a segment may hold. */
export interface SegmentLimits {
  bytes: number;
  frames: number;
  /** The number of elements in the part of the file that is read. */
  elements: number;
}

/** A larger segment would not fit into the memory of either side. */
export const SEGMENT_LIMITS: SegmentLimits = {
  bytes: 128 * 1024 * 1024,
  /** Two hours of sound, which is what a film of one key frame has. */
  frames: 400_000,
  elements: 4_000_000,
};
/** What the frames of a segment are read by. */
export interface RunOptions {
  bytes: FileBytes;
  track: number;
  segment: Segment;
  isFirst: boolean;
  isLast: boolean;
  limits?: SegmentLimits | undefined;
}

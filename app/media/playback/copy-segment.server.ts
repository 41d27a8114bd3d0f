import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
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
import { audioStart } from "./read-packets.server";
import type { SegmentLimits } from "./run-options";
import { transportPart } from "./transport-index.server";

interface CopyOptions extends CopiedPart, Pick<SegmentTask, "kind" | "track"> {
  file: FileVersion;
  index: FileIndex & { timeline: Timeline };
  bytes: FileBytes;
  client: string;
  signal: AbortSignal;
}

/** Throws `UnreadableMedia`, and `NotFound` for a file that has changed. */
export type CopySegment = (options: CopyOptions) => Promise<MadeSegment>;

interface CopierOptions extends Pick<FileReaders, "makeSegment"> {
  /** Finds the ffmpeg that makes silence for gaps; none by default. */
  findFfmpeg?: () => Promise<string | null>;
  /** Called once for a file in whose sound a gap stays. */
  onGap?: ((path: string) => void) | undefined;
}

/** Bytes of some 1,000 files whose gaps were reported. */
const MAX_REPORTED_BYTES = 512 * 1024;
/** Remembers where the sound of about 8,000 segments starts in its file. */
const MAX_START_BYTES = 4 * 1024 * 1024;
/** Limits for work in this thread, of some ten milliseconds. Most segments take a tenth. */
const LIMITS_HERE: SegmentLimits = { bytes: 64 * 1024 * 1024, frames: 5_000, elements: 100_000 };

/**
 * Segments of Matroska are made in this thread as far as they are small. Larger ones, and those of
 * other files, whose tables are read whole for each segment, are made by `makeSegment`.
 */
export function createSegmentCopier({
  makeSegment,
  findFfmpeg = () => Promise.resolve(null),
  onGap,
}: CopierOptions): CopySegment {
  const reported = new LRUCache<string, true>(smallValues(MAX_REPORTED_BYTES));
  const starts = new LRUCache<string, number>(smallValues(MAX_START_BYTES));
  return async ({ file: { path, version }, index, bytes, client, signal, ...copied }) => {
    const { matroska, timeline } = index;
    const { kind, track, segment, isFirst } = copied;
    const startKey = (time: number) => `${version} ${track} ${time} ${path}`;
    const known = isFirst ? undefined : starts.get(startKey(segment.start));
    const remember = (made: MadeSegment) => {
      if (made.next !== null) starts.set(startKey(segment.end), made.next);
      if (made.hasGap && !reported.has(path)) {
        reported.set(path, true);
        onGap?.(path);
      }
      return made;
    };
    const task = {
      ...{ ...copied, path, version },
      origin: timeline.audio.get(track)?.first ?? 0,
      matroska: matroska === null ? null : headOf(matroska, track),
      from:
        matroska !== null && kind === "audio"
          ? (known ?? audioStart(matroska, timeline, segment))
          : null,
      transport: transportPart(timeline, copied),
      ffmpeg: kind === "audio" ? await findFfmpeg() : null,
    };
    if (matroska !== null)
      try {
        return remember(await makeFrom(bytes, task, LIMITS_HERE));
      } catch (error) {
        if (!isBeyondLimits(error)) throw error;
      }
    return remember(await makeSegment(task, { client, signal }));
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

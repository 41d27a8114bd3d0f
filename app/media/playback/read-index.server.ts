import type { Keyframe, MediaInfo } from "~/media/container/container-info";
import { chaptersWithin } from "~/media/container/chapters";
import { matroskaCodec } from "~/media/container/codec-string";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { listKeyframes, type AudioSpans } from "~/media/container/isobmff-and-ts.server";
import {
  describeMatroska,
  firstFrame,
  indexedKeyframes,
  mainVideo,
  scanKeyframes,
} from "~/media/container/matroska/describe-matroska.server";
import type { MatroskaFile, MatroskaTrack } from "~/media/container/matroska/matroska-file";
import { readMatroskaHead } from "~/media/container/matroska/read-head.server";
import { readFrames, scanBlocks, type Block } from "~/media/container/matroska/scan-blocks.server";
import { probeBytes, sniffContainer } from "~/media/container/probe-media-file.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { samplesPerFrame } from "./audio-grid";
import { cutAtKeyframes, cutEvenly, EVEN_SECONDS, spacedKeyframes, type Segment } from "./cuts";
import { mainTrack } from "./delivery-plan";
import { scanTransport, type TransportStream } from "./transport-index.server";

export interface FileIndex {
  info: MediaInfo;
  matroska: MatroskaFile | null;
  /** The segments; null until a file without an index has been scanned. */
  timeline: Timeline | null;
}

/** Times are seconds of the file's clock. */
export interface Timeline {
  keyframes: readonly Keyframe[];
  segments: readonly Segment[];
  start: number;
  /** The end of the video, or of what there is instead. */
  end: number;
  audio: AudioSpans;
  /** The tracks that are read without the library; null for other files than transport streams. */
  transport: TransportStream | null;
}

/** Clocks that count from 1970 have two digits less. */
const MAX_SECONDS = 1e11;
const MAX_FIRST_BLOCKS = 2_000;
/** The limit exceeds what an hour without a key frame has. */
const MAX_LAST_BLOCKS = 500_000;

/** Reads a file's head, and its timeline if the head has an index. Throws `UnreadableMedia`. */
export async function readIndex(bytes: FileBytes): Promise<FileIndex> {
  const container = await sniffContainer(bytes);
  if (container !== "matroska") {
    const info = await probeBytes(bytes);
    const index = { info, matroska: null };
    if (isForEncoder(info)) return withTimeline(index, evenTimeline(info));
    if (!info.hasIndex) return { ...index, timeline: null };
    return withTimeline(index, toTimeline(await listKeyframes(bytes, info), info));
  }
  const matroska = await readMatroskaHead(bytes);
  const first = await firstFrame(matroska, bytes);
  const info = describeMatroska(matroska, first?.time ?? 0);
  const keyframes = indexedKeyframes(matroska, first);
  // What extracts subtitles reads their cues anew, of which there may be tens of thousands.
  const head = { ...matroska, cues: [] };
  const index = { info, matroska: head };
  if (keyframes === null) return { ...index, timeline: null };
  return withTimeline(index, await matroskaTimeline(head, bytes, keyframes, info));
}

/** Files in which only the encoder finds key frames. */
function isForEncoder({ container, tracks }: MediaInfo): boolean {
  return (
    container === "avi" || (container === "mpeg-ts" && mainTrack(tracks, "video")?.codec === null)
  );
}

/**
 * Says how long the file plays, which heads often do not tell, and which chapters lie in that.
 * Throws `UnreadableMedia` for times that no clock has.
 */
export function withTimeline(
  index: Omit<FileIndex, "timeline">,
  timeline: Timeline,
): FileIndex & { timeline: Timeline } {
  requireTimes(timeline);
  const ends = [...timeline.audio.values()].map(({ end }) => end ?? 0);
  const duration = Math.max(timeline.end, ...ends) - timeline.start;
  const { info, matroska } = index;
  const film = { startTime: info.startTime, duration };
  const chapters = chaptersWithin(matroska?.chapters ?? info.chapters, film);
  return { ...index, info: { ...info, duration, chapters }, timeline };
}

function requireTimes({ start, end, keyframes, audio }: Timeline): void {
  const spans = [...audio.values()].flatMap(({ first, end: last }) => [first, last ?? first]);
  const times = [start, end, keyframes.at(-1)?.time ?? end, ...spans];
  if (!times.every((time) => Math.abs(time) <= MAX_SECONDS))
    throw new UnreadableMedia("media.liesAboutStructure");
}

/** Reads all of a file whose head has no index. Throws `UnreadableMedia`. */
export async function scanTimeline(
  bytes: FileBytes,
  { matroska, info }: FileIndex,
): Promise<Timeline> {
  if (matroska === null) {
    const scan = info.container === "mpeg-ts" ? await scanTransport(bytes, info) : null;
    if (scan === null) return toTimeline(await listKeyframes(bytes, info), info);
    return { ...toTimeline(scan, info), transport: scan.stream };
  }
  const { keyframes } = await scanKeyframes(matroska, bytes);
  return matroskaTimeline(matroska, bytes, keyframes, info);
}

function toTimeline(
  { keyframes, end, audio }: { keyframes: Keyframe[]; end: number; audio: AudioSpans },
  info: MediaInfo,
): Timeline {
  if (keyframes.length > 0) return createTimeline(keyframes, end, audio);
  // The head of a fragmented file without video states no duration.
  const ends = [...audio.values()].map((span) => span.end ?? 0);
  const duration = info.duration ?? Math.max(info.startTime, ...ends) - info.startTime;
  return { ...evenTimeline({ ...info, duration }), audio };
}

function evenTimeline({ startTime: start, duration }: MediaInfo): Timeline {
  const end = start + (duration ?? 0);
  const segments = cutEvenly(start, end, EVEN_SECONDS);
  return { keyframes: [], segments, start, end, audio: new Map(), transport: null };
}

function createTimeline(
  keyframes: readonly Keyframe[],
  end: number,
  audio: Timeline["audio"],
): Timeline {
  const [first] = keyframes;
  // Without video, the segments are even.
  const segments =
    first === undefined ? cutEvenly(0, end, EVEN_SECONDS) : cutAtKeyframes(keyframes, end);
  return {
    keyframes: spacedKeyframes(keyframes, segments),
    segments,
    start: first?.time ?? 0,
    end,
    audio,
    transport: null,
  };
}

/** Declared durations are often wrong, so the end is that of the last blocks. */
async function matroskaTimeline(
  file: MatroskaFile,
  bytes: FileBytes,
  keyframes: readonly Keyframe[],
  info: MediaInfo,
): Promise<Timeline> {
  const video = mainVideo(file);
  const audioTracks = file.tracks.filter(({ kind }) => kind === "audio");
  const audio = new Map<number, { first: number; end: number | null }>();
  if (file.firstCluster !== null) {
    const blocks = scanBlocks(file, bytes, {
      from: file.firstCluster,
      wants: (track) => track !== video?.number,
    });
    let seen = 0;
    for await (const { track, time } of blocks) {
      if (!audio.has(track) && audioTracks.some(({ number }) => number === track))
        audio.set(track, { first: time, end: null });
      if (audio.size === audioTracks.length || (seen += 1) > MAX_FIRST_BLOCKS) break;
    }
  }
  const last = keyframes.at(-1);
  let end = last?.time ?? info.duration ?? 0;
  let seen = 0;
  const lastBlocks = new Map<number, Block>();
  if (typeof last?.offset === "number")
    for await (const block of scanBlocks(file, bytes, { from: last.offset, wants: () => true })) {
      if ((seen += 1) > MAX_LAST_BLOCKS) break;
      if (block.time >= (lastBlocks.get(block.track)?.time ?? 0))
        lastBlocks.set(block.track, block);
      if (block.track === video?.number)
        end = Math.max(end, block.time + (block.duration ?? video.frameSeconds ?? 0.04));
    }
  for (const track of audioTracks) {
    const [span, block] = [audio.get(track.number), lastBlocks.get(track.number)];
    if (span !== undefined && block !== undefined)
      span.end = block.time + (block.duration ?? (await soundSeconds(bytes, block, track)));
  }
  return createTimeline(keyframes, end, audio);
}

/** How long the frames of a block last; 0 if only a decoder could tell. */
async function soundSeconds(bytes: FileBytes, block: Block, track: MatroskaTrack): Promise<number> {
  if (track.packing.kind === "unsupported") return 0;
  const { codec } = matroskaCodec(track.codecId, track.codecPrivate);
  let seconds = 0;
  for (const frame of await readFrames(bytes, block, track)) {
    const samples = samplesPerFrame(codec ?? "", frame, track.codecPrivate);
    seconds += samples === null ? (track.frameSeconds ?? 0) : samples / track.sampleRate;
  }
  return seconds;
}

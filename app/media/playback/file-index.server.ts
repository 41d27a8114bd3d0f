import { LRUCache } from "lru-cache";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy } from "~/errors/app-error";
import type { Keyframe, MediaInfo } from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { listKeyframes } from "~/media/container/isobmff-and-ts.server";
import {
  describeMatroska,
  firstPicture,
  indexedKeyframes,
  mainVideo,
  scanKeyframes,
} from "~/media/container/matroska/describe-matroska.server";
import type { MatroskaFile } from "~/media/container/matroska/matroska-file";
import { readMatroskaHead } from "~/media/container/matroska/read-head.server";
import { scanBlocks } from "~/media/container/matroska/scan-blocks.server";
import {
  probeBytes,
  sniffContainer,
  withProbeLimits,
} from "~/media/container/probe-media-file.server";
import { withTimeLimit } from "~/media/container/unreadable-media";
import { cutAtKeyframes, cutEvenly, EVEN_SECONDS, type Segment } from "./cuts";
import { bytesOf, openFile, type OpenFile } from "./open-file.server";

export interface FileIndex {
  info: MediaInfo;
  matroska: MatroskaFile | null;
  /** Null until a file without an index has been scanned. */
  timeline: Timeline | null;
}

/** Times are seconds of the file's clock. */
export interface Timeline {
  keyframes: readonly Keyframe[];
  segments: readonly Segment[];
  start: number;
  end: number;
  /** Matroska's audio by track: the first frame, and the end of the last if known. */
  audio: ReadonlyMap<number, { first: number; end: number | null }>;
}

export interface FileIndexes {
  get(file: OpenFile, signal?: AbortSignal): Promise<FileIndex>;
  /** A file without an index is scanned in the background; throws `Busy` meanwhile. */
  getWithTimeline(
    file: OpenFile,
    signal?: AbortSignal,
  ): Promise<FileIndex & { timeline: Timeline }>;
}

const MAX_INDEXES = 200;
const SCAN_BYTES_PER_SECOND = 40 * 1024 * 1024;
const SCAN_MS = 2 * 60 * 60 * 1000;
/** How long a request waits for a scan. */
const MAX_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 3;
const MAX_SCANS = 1;
const MAX_FIRST_BLOCKS = 2_000;

export function createFileIndexes(): FileIndexes {
  const indexes = new LRUCache<string, FileIndex>({ max: MAX_INDEXES });
  const probes = createSingleFlight<FileIndex>();
  const scans = new Map<string, Promise<FileIndex & { timeline: Timeline }>>();
  const scanSlots = createSemaphore({ limit: MAX_SCANS, maxQueue: 1_000, timeoutMs: SCAN_MS });

  function scan(file: OpenFile, key: string, index: FileIndex) {
    const found = scans.get(key);
    if (found !== undefined) return found;
    const { path, version } = file;
    const started = scanSlots
      .run(() => readThrough(path, version, index))
      .then((timeline) => {
        const complete = { ...index, timeline };
        indexes.set(key, complete);
        return complete;
      })
      .finally(() => scans.delete(key));
    started.catch(() => undefined);
    scans.set(key, started);
    return started;
  }

  const keyOf = ({ path, version }: OpenFile) => `${version} ${path}`;

  const indexesOf: FileIndexes = {
    async get(file, signal) {
      const key = keyOf(file);
      const known = indexes.get(key);
      if (known !== undefined) return known;
      return probes.run(
        key,
        async (flight) => {
          const index = await withProbeLimits(flight, (budget) => readIndex(bytesOf(file, budget)));
          indexes.set(key, index);
          return index;
        },
        signal,
      );
    },
    async getWithTimeline(file, signal) {
      const index = await indexesOf.get(file, signal);
      const { timeline } = index;
      if (timeline !== null) return { ...index, timeline };
      const outcome = await Promise.race([scan(file, keyOf(file), index), waitForScan()]);
      if (outcome === null) throw new Busy("media.indexing", RETRY_AFTER_SECONDS);
      return outcome;
    },
  };
  return indexesOf;
}

function waitForScan(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), MAX_WAIT_MS).unref());
}

async function readIndex(bytes: FileBytes): Promise<FileIndex> {
  const container = await sniffContainer(bytes);
  if (container !== "matroska") {
    const info = await probeBytes(bytes);
    if (!info.hasIndex) return { info, matroska: null, timeline: null };
    return { info, matroska: null, timeline: toTimeline(await listKeyframes(bytes), info) };
  }
  const matroska = await readMatroskaHead(bytes);
  const first = await firstPicture(matroska, bytes);
  const info = describeMatroska(matroska, first?.time ?? 0);
  const keyframes = indexedKeyframes(matroska, first);
  // Tens of thousands of cues; only those of subtitles are needed from here on.
  const subtitles = new Set(
    matroska.tracks.filter(({ kind }) => kind === "subtitles").map(({ number }) => number),
  );
  const head = { ...matroska, cues: matroska.cues.filter(({ track }) => subtitles.has(track)) };
  if (keyframes === null) return { info, matroska: head, timeline: null };
  return { info, matroska: head, timeline: await matroskaTimeline(head, bytes, keyframes, info) };
}

/** Opens the file again, as the request may have ended. */
async function readThrough(path: string, version: string, index: FileIndex): Promise<Timeline> {
  const file = await openFile(path);
  try {
    if (file.version !== version) throw new Busy("media.changed", RETRY_AFTER_SECONDS);
    return await withTimeLimit(SCAN_MS, undefined, async (signal) => {
      const { matroska, info } = index;
      const bytes = bytesOf(file, { maxRate: SCAN_BYTES_PER_SECOND, signal });
      if (matroska === null) return toTimeline(await listKeyframes(bytes), info);
      const { keyframes } = await scanKeyframes(matroska, bytes);
      return matroskaTimeline(matroska, bytes, keyframes, info);
    });
  } finally {
    await file.handle.close();
  }
}

function toTimeline(
  { keyframes, end }: { keyframes: Keyframe[]; end: number },
  info: MediaInfo,
): Timeline {
  return createTimeline(keyframes, keyframes.length === 0 ? (info.duration ?? 0) : end, new Map());
}

function createTimeline(
  keyframes: readonly Keyframe[],
  end: number,
  audio: Timeline["audio"],
): Timeline {
  const [first] = keyframes;
  return {
    keyframes,
    // Without video.
    segments:
      first === undefined ? cutEvenly(0, end, EVEN_SECONDS) : cutAtKeyframes(keyframes, end),
    start: first?.time ?? 0,
    end,
    audio,
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
  if (typeof last?.offset === "number")
    for await (const block of scanBlocks(file, bytes, { from: last.offset, wants: () => true })) {
      const track = audio.get(block.track);
      if (track !== undefined) track.end = Math.max(track.end ?? 0, block.time);
      if (block.track === video?.number)
        end = Math.max(end, block.time + (block.duration ?? video.frameSeconds ?? 0.04));
    }
  return createTimeline(keyframes, end, audio);
}

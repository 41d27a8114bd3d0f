import { createHash } from "node:crypto";
import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy, Cancelled, NotFound } from "~/errors/app-error";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { Segment } from "~/media/playback/cuts";
import { muxSegment, type MuxedSegment } from "~/media/playback/mux-segment.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { Packet, PacketRun } from "~/media/playback/packets";
import { writeFileAtomically } from "~/media/storage/atomic-file.server";
import { createFolderLimit } from "~/media/storage/folder-cache.server";
import { readAviClock, type AviClock } from "./avi-clock.server";
import {
  encoderArguments,
  probeEncoders,
  type EncoderOptions,
  type EncoderReport,
} from "./encoders.server";
import { runFfmpeg } from "./ffmpeg.server";
import { renditionName, type EncoderName, type Rendition } from "./h264-renditions";

export interface VideoRequest {
  file: OpenFile;
  segment: Segment;
  /** Time at which decoding starts, at a key frame or before one. */
  from: number;
  /** How many seconds late ffmpeg shows the frames. */
  delay: number;
  zero: number;
  rendition: Rendition;
  /** Whether only the initialization segment is needed, for which one frame suffices. */
  isInit: boolean;
  signal: AbortSignal;
  client: string;
}

/** Encodes to H.264, one process per segment, for clients that cannot decode the original. */
export interface VideoEncoder {
  /** Whether there is an ffmpeg. */
  isAvailable(): Promise<boolean>;
  /** What the machine encodes with. Probed again, while a former report serves, if tentative. */
  report(): Promise<EncoderReport>;
  /** Software for files that hardware failed to encode; null if this ffmpeg cannot encode. */
  encoderFor(file: OpenFile): Promise<EncoderName | null>;
  /** Returns null if there is no ffmpeg, or if it decodes too few frames. */
  aviClock(file: OpenFile, signal: AbortSignal): Promise<AviClock | null>;
  /**
   * Throws `Busy` when the queue is full, `UnreadableMedia`, and `NotFound` for an encoder that is
   * not that of the file (any longer): its playlist names another one now.
   */
  encode(request: VideoRequest): Promise<MuxedSegment>;
  close(): Promise<void>;
}

interface VideoEncoderOptions extends EncoderOptions {
  cacheFolder: string;
  maxCacheBytes: number;
  /** Milliseconds after which a tentative report is probed again. */
  probeAgainMs?: number;
  /** Requests that wait get `Busy` when it is aborted. */
  closing?: AbortSignal | undefined;
}

/** One at a time on two cores; two more wait, of which one client has one. */
const MAX_AT_ONCE = 1;
const MAX_QUEUE = 2;
const MAX_PER_CLIENT = 2;
const QUEUE_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;
/** How long a process runs on after its last viewer has left. */
const LINGER_MS = 20_000;
const SEGMENT_MS = 120_000;
const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
const MAX_SEGMENT_SECONDS = 60;
const EARLY_SECONDS = 0.001;
/** Bytes of some 1,000 files, of each of the two caches. */
const MAX_FILE_BYTES = 512 * 1024;
const PROBE_AGAIN_MS = 60_000;

export function createVideoEncoder({
  cacheFolder,
  maxCacheBytes,
  probeAgainMs = PROBE_AGAIN_MS,
  ...encoderOptions
}: VideoEncoderOptions): VideoEncoder {
  const slots = createSemaphore({
    limit: MAX_AT_ONCE,
    maxQueue: MAX_QUEUE,
    maxPerClient: MAX_PER_CLIENT,
    timeoutMs: QUEUE_MS,
    closing: encoderOptions.closing,
    busy: () => new Busy("media.encoderBusy", RETRY_AFTER_SECONDS),
  });
  const flights = createSingleFlight<MuxedSegment>();
  const lingering = createLingering();
  const softwareFiles = new LRUCache<string, true>(smallValues(MAX_FILE_BYTES));
  const clocks = new LRUCache<string, { clock: AviClock | null }>(smallValues(MAX_FILE_BYTES));
  const closing = new AbortController();
  let binary: Promise<string | null> | undefined;
  const find = () => (binary ??= encoderOptions.findBinary());
  const segments = createSegmentFiles(cacheFolder, maxCacheBytes);
  let reporting: Promise<EncoderReport> | undefined;
  const report = () => (reporting ??= probe());

  /** Probes once, and never rejects. */
  async function probe(): Promise<EncoderReport> {
    const found = await probeEncoders({ ...encoderOptions, findBinary: find });
    if (found.isTentative && !closing.signal.aborted)
      setTimeout(() => {
        void probe().then((next) => (reporting = Promise.resolve(next)));
      }, probeAgainMs).unref();
    return found;
  }

  async function encoderFor(file: OpenFile): Promise<EncoderName | null> {
    const { encoder } = await report();
    return encoder !== null && softwareFiles.has(fileKey(file)) ? "h264" : encoder;
  }

  async function run(
    { file, segment, from, delay, zero, rendition, isInit, client }: Omit<VideoRequest, "signal">,
    key: string,
    signal: AbortSignal,
  ): Promise<MuxedSegment> {
    const ffmpeg = await find();
    if (ffmpeg === null) throw new UnreadableMedia("media.noEncoder");
    const isFirst = segment.start === zero;
    // ffmpeg may show the very first frame on time.
    const start = isFirst ? zero : segment.start + delay;
    const delayed = { ...segment, start, end: segment.end + delay };
    const encoded = await slots.run(
      async () => {
        const args = await encodeArguments(file.path, {
          segment: delayed,
          // ffmpeg cannot seek to a delayed first frame, so it reads from the start.
          from: isFirst && delay > 0 ? null : from + delay,
          rendition,
          isInit,
          renderFolder: encoderOptions.renderFolder,
        });
        return runFfmpeg(ffmpeg, {
          args,
          signal: AbortSignal.any([signal, closing.signal, AbortSignal.timeout(SEGMENT_MS)]),
          maxBytes: MAX_SEGMENT_BYTES,
        }).catch((error: unknown) => {
          if (signal.aborted) throw new Cancelled();
          if (rendition.encoder === "h264") throw new UnreadableMedia("media.notEncoded", error);
          // Segments of different encoders do not fit together.
          softwareFiles.set(fileKey(file), true);
          throw new NotFound("media.changed");
        });
      },
      { signal, client },
    );
    const { packets, config } = await readEncoded(encoded, delayed);
    if (delay > 0) for (const packet of packets) packet.time = Math.max(zero, packet.time - delay);
    const muxed = await muxSegment({ packets, config }, zero);
    await segments.store(key, muxed).catch(() => undefined);
    return muxed;
  }

  return {
    isAvailable: async () => (await find()) !== null,
    report,
    encoderFor,
    async aviClock(file, signal) {
      const cached = clocks.get(fileKey(file));
      if (cached !== undefined) return cached.clock;
      const ffmpeg = await find();
      if (ffmpeg === null) return null;
      const clock = await readAviClock(ffmpeg, file.path, signal);
      clocks.set(fileKey(file), { clock });
      return clock;
    },
    async encode({ signal, ...request }) {
      const { file, segment, rendition, isInit, client } = request;
      const { start, end } = segment;
      if (end - start > MAX_SEGMENT_SECONDS) throw new UnreadableMedia("media.segmentTooLarge");
      if (rendition.encoder !== "h264" && rendition.encoder !== (await encoderFor(file)))
        throw new NotFound("media.changed");
      const key = createHash("sha256")
        .update(`${fileKey(file)}\0${start}\0${end}\0${renditionName(rendition)}\0${isInit}`)
        .digest("hex")
        .slice(0, 40);
      const stored = await segments.load(key);
      if (stored !== null) return stored;
      return flights.run(
        key,
        (flight) => run(request, key, flight),
        lingering.follow(signal, client, key),
      );
    },
    close() {
      closing.abort();
      return Promise.resolve();
    },
  };
}

/** Keeps encoded segments on disk: the length of the init segment, then both. */
function createSegmentFiles(folder: string, maxBytes: number) {
  const limitFolder = createFolderLimit(folder, maxBytes);
  const pathOf = (key: string) => join(folder, key);

  return {
    async store(key: string, { init, media }: MuxedSegment): Promise<void> {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(init.length);
      await writeFileAtomically({
        path: pathOf(key),
        drafts: folder,
        bytes: Buffer.concat([length, init, media]),
      });
      await limitFolder(length.length + init.length + media.length);
    },

    async load(key: string): Promise<MuxedSegment | null> {
      const bytes = await readFile(pathOf(key)).catch(() => null);
      if (bytes === null || bytes.length < 4) return null;
      const now = new Date();
      await utimes(pathOf(key), now, now).catch(() => undefined);
      const end = 4 + bytes.readUInt32BE(0);
      return { init: bytes.subarray(4, end), media: bytes.subarray(end) };
    },
  };
}

function fileKey({ version, path }: OpenFile): string {
  return `${version}\0${path}`;
}

/**
 * Signals that abort some time after the request, as its viewer may return, or as soon as the same
 * client wants another segment instead.
 */
function createLingering() {
  const abandoned = new Map<string, Map<string, () => void>>();
  return {
    follow(signal: AbortSignal, client: string, key: string): AbortSignal {
      for (const [other, abort] of abandoned.get(client) ?? []) if (other !== key) abort();
      const controller = new AbortController();
      const linger = () => {
        const ofClient = abandoned.get(client) ?? new Map<string, () => void>();
        abandoned.set(client, ofClient);
        const abort = () => {
          clearTimeout(timer);
          if (ofClient.get(key) === abort) ofClient.delete(key);
          if (ofClient.size === 0 && abandoned.get(client) === ofClient) abandoned.delete(client);
          controller.abort();
        };
        const timer = setTimeout(abort, LINGER_MS).unref();
        // A second abandoned request for the segment has nothing of its own to wait for.
        ofClient.get(key)?.();
        abandoned.set(client, ofClient.set(key, abort));
      };
      if (signal.aborted) linger();
      else signal.addEventListener("abort", linger, { once: true });
      return controller.signal;
    },
  };
}

/** A little before the first frame, whose time may be rounded up. */
function seekTime(time: number): number {
  return Math.max(0, time - EARLY_SECONDS);
}

async function encodeArguments(
  path: string,
  {
    segment,
    from,
    rendition: { encoder, height },
    isInit,
    renderFolder,
  }: Pick<VideoRequest, "segment" | "rendition" | "isInit"> & {
    from: number | null;
    renderFolder: string | undefined;
  },
): Promise<string[]> {
  const { before, after } = await encoderArguments(encoder, height, { renderFolder });
  const [seek, start] = [seekTime(from ?? 0), seekTime(segment.start)];
  return [
    ...[...before, "-threads", "2"],
    ...(from === null ? [] : ["-seek_timestamp", "1", "-ss", seek.toFixed(6)]),
    ...["-i", `file:${path}`],
    ...(start > seek ? ["-ss", (start - seek).toFixed(6)] : []),
    ...["-t", (seekTime(segment.end) - start).toFixed(6)],
    ...["-map", "0:v:0", "-an", "-sn", "-dn"],
    ...["-map_metadata", "-1", "-map_chapters", "-1", ...after],
    // ffmpeg's default rounds times to whole frames since the segment's start.
    ...["-fps_mode", "passthrough", "-enc_time_base", "1:90000"],
    ...["-g", "1000", ...(isInit ? ["-frames:v", "1"] : [])],
    // Delayed, so that it has an edit list: the first frame may come after the start.
    ...["-movflags", "frag_keyframe+delay_moov+default_base_moof", "-f", "mp4", "pipe:1"],
  ];
}

/** Converts the times of an encoded segment to the original's clock. */
async function readEncoded(encoded: Buffer, segment: Segment): Promise<PacketRun> {
  const input = new Input({ formats: [MP4], source: new BufferSource(encoded) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (track === null || config === null || config === undefined)
      throw new UnreadableMedia("media.notEncoded");
    const packets: Packet[] = [];
    let origin: number | null = null;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const slip = seekTime(segment.start) + packet.timestamp - segment.start;
      // An edit list cannot say so little.
      origin ??= seekTime(segment.start) - (Math.abs(slip) <= 2 * EARLY_SECONDS ? slip : 0);
      packets.push({
        data: packet.data,
        time: origin + packet.timestamp,
        duration: packet.duration,
        isKey: packet.type === "key",
      });
    }
    return { packets, config: { codec: "avc", video: config, audio: null } };
  } finally {
    input.dispose();
  }
}

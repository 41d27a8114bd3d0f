import { createHash } from "node:crypto";
import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy, Cancelled } from "~/errors/app-error";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { Segment } from "~/media/playback/cuts";
import { muxSegment, type MuxedSegment } from "~/media/playback/mux-segment.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { Packet, PacketRun } from "~/media/playback/read-packets.server";
import { writeFileAtomically } from "~/media/storage/atomic-file.server";
import { shrinkFolder } from "~/media/storage/folder-cache.server";
import { runFfmpeg } from "./ffmpeg.server";

export interface VideoRequest {
  file: OpenFile;
  segment: Segment;
  zero: number;
  signal: AbortSignal;
  client: string;
}

/** Encodes to H.264, one process per segment, for clients that cannot decode the original. */
export interface VideoEncoder {
  isAvailable(): Promise<boolean>;
  /** Throws `Busy` when the queue is full, and `UnreadableMedia`. */
  encode(request: VideoRequest): Promise<MuxedSegment>;
  close(): Promise<void>;
}

interface VideoEncoderOptions {
  findBinary: () => Promise<string | null>;
  cacheFolder: string;
  maxCacheBytes: number;
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
const MAX_HEIGHT = 1080;
const MAX_SEGMENT_SECONDS = 60;
const EARLY_SECONDS = 0.001;

export function createVideoEncoder({
  findBinary,
  cacheFolder,
  maxCacheBytes,
}: VideoEncoderOptions): VideoEncoder {
  const slots = createSemaphore({
    limit: MAX_AT_ONCE,
    maxQueue: MAX_QUEUE,
    maxPerClient: MAX_PER_CLIENT,
    timeoutMs: QUEUE_MS,
    busy: () => new Busy("media.encoderBusy", RETRY_AFTER_SECONDS),
  });
  const flights = createSingleFlight<MuxedSegment>();
  const closing = new AbortController();
  let binary: Promise<string | null> | undefined;
  const find = () => (binary ??= findBinary());

  async function run(
    request: Omit<VideoRequest, "signal">,
    key: string,
    signal: AbortSignal,
  ): Promise<MuxedSegment> {
    const { file, segment, zero, client } = request;
    const ffmpeg = await find();
    if (ffmpeg === null) throw new UnreadableMedia("media.noEncoder");
    const encoded = await slots.run(
      () =>
        runFfmpeg(ffmpeg, {
          args: encodeArguments(file.path, segment),
          signal: AbortSignal.any([signal, closing.signal, AbortSignal.timeout(SEGMENT_MS)]),
          maxBytes: MAX_SEGMENT_BYTES,
        }).catch((error: unknown) => {
          throw signal.aborted ? new Cancelled() : new UnreadableMedia("media.notEncoded", error);
        }),
      { signal, client },
    );
    const muxed = await muxSegment(await readEncoded(encoded, segment), zero);
    await store(key, muxed).catch(() => undefined);
    return muxed;
  }

  const pathOf = (key: string) => join(cacheFolder, key);

  async function store(key: string, { init, media }: MuxedSegment): Promise<void> {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(init.length);
    await writeFileAtomically({
      path: pathOf(key),
      drafts: cacheFolder,
      bytes: Buffer.concat([length, init, media]),
    });
    await shrinkFolder(cacheFolder, maxCacheBytes);
  }

  async function load(key: string): Promise<MuxedSegment | null> {
    const bytes = await readFile(pathOf(key)).catch(() => null);
    if (bytes === null || bytes.length < 4) return null;
    const now = new Date();
    await utimes(pathOf(key), now, now).catch(() => undefined);
    const end = 4 + bytes.readUInt32BE(0);
    return { init: bytes.subarray(4, end), media: bytes.subarray(end) };
  }

  return {
    isAvailable: async () => (await find()) !== null,
    async encode({ signal, file, ...request }) {
      const { start, end } = request.segment;
      if (end - start > MAX_SEGMENT_SECONDS) throw new UnreadableMedia("media.segmentTooLarge");
      const key = createHash("sha256")
        .update(`${file.version}\0${file.path}\0${start}\0${end}`)
        .digest("hex")
        .slice(0, 40);
      const stored = await load(key);
      if (stored !== null) return stored;
      return flights.run(
        key,
        (flight) => run({ file, ...request }, key, flight),
        delayAbort(signal),
      );
    },
    close() {
      closing.abort();
      return Promise.resolve();
    },
  };
}

/** Aborts some time after the request, as the viewer may return with the next one. */
function delayAbort(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const linger = () => setTimeout(() => controller.abort(), LINGER_MS).unref();
  if (signal.aborted) linger();
  else signal.addEventListener("abort", linger, { once: true });
  return controller.signal;
}

/** A little before the first frame, whose time may be rounded up. */
function seekTime({ start }: Segment): number {
  return Math.max(0, start - EARLY_SECONDS);
}

function encodeArguments(path: string, segment: Segment): string[] {
  const seconds = segment.end - segment.start;
  return [
    ...["-threads", "2", "-seek_timestamp", "1", "-ss", seekTime(segment).toFixed(6)],
    ...["-i", `file:${path}`, "-t", seconds.toFixed(6), "-map", "0:v:0", "-an", "-sn", "-dn"],
    ...["-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-c:v", "libx264", "-preset", "superfast", "-crf", "21", "-maxrate", "12M"],
    // Reordered frames would start later than their times say.
    ...[
      "-bufsize",
      "24M",
      "-bf",
      "0",
      "-pix_fmt",
      "yuv420p",
      "-profile:v",
      "high",
      "-threads",
      "2",
    ],
    ...["-vf", `scale=-2:'min(${MAX_HEIGHT},ih)'`, "-fps_mode", "passthrough", "-g", "1000"],
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
      const slip = seekTime(segment) + packet.timestamp - segment.start;
      // An edit list cannot say so little.
      origin ??= seekTime(segment) - (Math.abs(slip) <= 2 * EARLY_SECONDS ? slip : 0);
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

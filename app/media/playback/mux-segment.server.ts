import {
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  NullTarget,
  Output,
  type AudioCodec,
  type VideoCodec,
} from "mediabunny";
import { boxesIn } from "~/media/container/isobmff-boxes";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { isDolby } from "./delivery-plan";
import type { PacketRun, TrackConfig } from "./packets";
import { toMp4Frame } from "./to-mp4-frame";
import { VIDEO_TIMESCALE, writeFragment, type Sample } from "./write-fragment";

export interface MuxedSegment {
  init: Buffer;
  media: Buffer;
}

/**
 * Packs frames from `zero` on into a CMAF segment and its initialization segment. A silent frame
 * tells of the sound in a segment without frames; the initialization segment of AC-3 and E-AC-3,
 * which nothing else describes, is empty without one.
 */
export async function muxSegment(
  { packets, config }: PacketRun,
  zero: number,
  silence: Uint8Array | null = null,
): Promise<MuxedSegment> {
  const shown: Sample[] = [];
  for (const { data, time, duration, isKey } of packets) {
    const moved = toTime(time - zero);
    if (!(moved < 0)) shown.push({ parts: toMp4Frame(data, config), time: moved, duration, isKey });
  }
  const frame = packets[0]?.data ?? silence;
  const isUndescribed = frame === null && isDolby(config.audio?.codec ?? null);
  const init = isUndescribed ? Buffer.alloc(0) : await writeInit(config, frame);
  return { init, media: writeFragment(shown, config.audio?.sampleRate ?? VIDEO_TIMESCALE) };
}

/** Writes what a decoder is told of the track. */
async function writeInit(
  { codec, video, audio }: TrackConfig,
  frame: Uint8Array | null,
): Promise<Buffer> {
  const boxes: Uint8Array[] = [];
  const keep = (box: Uint8Array) => boxes.push(box);
  const output = new Output({
    format: new CmafOutputFormat({ onFtyp: keep, onMoov: keep }),
    target: new NullTarget(),
    initTarget: new NullTarget(),
  });
  try {
    const priming = frame === null ? {} : { primingPacket: new EncodedPacket(frame, "key", 0, 0) };
    if (video !== null)
      output.addVideoTrack(new EncodedVideoPacketSource(codec as VideoCodec), {
        decoderConfig: video,
        ...priming,
      });
    else if (audio !== null)
      output.addAudioTrack(new EncodedAudioPacketSource(codec as AudioCodec), {
        decoderConfig: audio,
        ...priming,
      });
    await output.start();
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => undefined);
    throw new UnreadableMedia("media.notCopied", error);
  }
  const init = Buffer.concat(boxes);
  clearTimes(init);
  if (codec === "flac") setFlacSampleSize(init, audio?.description);
  return init;
}

const TIMED_BOXES = new Set(["mvhd", "tkhd", "mdhd"]);
const TIMED_PARENTS = new Set(["moov", "trak", "mdia"]);

/** The library writes when it made a segment, and a URL has to have the same bytes always. */
function clearTimes(boxes: Buffer): void {
  for (const { type, content } of boxesIn(boxes)) {
    if (TIMED_PARENTS.has(type)) clearTimes(content);
    // Creation and modification, in 32 bits each or in 64 (ISO 14496-12, section 8.2.2).
    if (TIMED_BOXES.has(type)) content.fill(0, 4, content[0] === 1 ? 20 : 12);
  }
}

/** Rounding errors would put the first frame before 0. */
function toTime(time: number): number {
  return Math.abs(time) < 1e-6 ? 0 : time;
}

/**
 * The library writes 16 bits per sample into every FLAC sample entry; Chromium refuses all segments
 * when STREAMINFO differs.
 */
function setFlacSampleSize(init: Buffer, description: AllowSharedBufferSource | undefined): void {
  const entry = init.indexOf("fLaC", 0, "latin1");
  if (entry === -1 || description === undefined) return;
  const info = Buffer.from(
    ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description),
  );
  const start = info.toString("latin1", 0, 4) === "fLaC" ? 8 : 0;
  if (info.length < start + 14) return;
  const bits = ((((info[start + 12] ?? 0) & 1) << 4) | ((info[start + 13] ?? 0) >> 4)) + 1;
  init.writeUInt16BE(bits, entry + 22);
}

import { setImmediate as yieldToRequests } from "node:timers/promises";
import {
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  type AudioCodec,
  type VideoCodec,
} from "mediabunny";
import { boxesIn } from "~/media/container/isobmff-boxes";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { PacketRun, TrackConfig } from "./packets";
import { SegmentTarget } from "./segment-target";
import { silentFrame } from "./silence";

export interface MuxedSegment {
  init: Buffer;
  media: Buffer;
}

/**
 * Packs frames into a CMAF segment and its initialization segment; `zero` becomes time 0. Drops
 * frames before it.
 */
export async function muxSegment(
  { packets, config }: PacketRun,
  zero: number,
): Promise<MuxedSegment> {
  const [init, media] = [new SegmentTarget(), new SegmentTarget()];
  const output = new Output({ format: new CmafOutputFormat(), target: media, initTarget: init });
  const encoded = packets.map(
    ({ data, time, duration, isKey }) =>
      new EncodedPacket(data, isKey ? "key" : "delta", toTime(time - zero), duration),
  );
  const first = encoded[0] ?? silentPacket(config);
  const priming = first === null ? {} : { primingPacket: first };
  const shown = encoded.filter(({ timestamp }) => timestamp >= 0);
  try {
    const { video, audio } = config;
    if (video !== null) {
      const source = new EncodedVideoPacketSource(config.codec as VideoCodec);
      output.addVideoTrack(source, { decoderConfig: video, ...priming });
      await output.start();
      await inTurns(shown, (packet) => source.add(packet, { decoderConfig: video }));
    } else if (audio !== null) {
      const source = new EncodedAudioPacketSource(config.codec as AudioCodec);
      output.addAudioTrack(source, { decoderConfig: audio, ...priming });
      await output.start();
      await inTurns(shown, (packet) => source.add(packet, { decoderConfig: audio }));
    }
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => undefined);
    throw new UnreadableMedia("media.notCopied", error);
  }
  const head = init.join();
  clearTimes(head);
  if (config.codec === "flac") setFlacSampleSize(head, config.audio?.description);
  return { init: head, media: media.join() };
}

/** Tells of the sound of a segment after its end, which has none. */
function silentPacket(config: TrackConfig): EncodedPacket | null {
  const silence = silentFrame(config);
  return silence === null ? null : new EncodedPacket(silence.data, "key", 0, 0);
}

const PACKETS_PER_TURN = 1_000;

/** Lets requests in between: a film without key frames is one segment of hours. */
async function inTurns(
  packets: readonly EncodedPacket[],
  add: (packet: EncodedPacket) => Promise<void>,
): Promise<void> {
  for (const [index, packet] of packets.entries()) {
    if (index % PACKETS_PER_TURN === PACKETS_PER_TURN - 1) await yieldToRequests();
    await add(packet);
  }
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

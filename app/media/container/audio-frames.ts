/** How a stream of sound is coded: AAC with heads of ADTS (ISO 14496-3), or AC-3 (A/52). */
export type AudioCoding = "aac" | "ac3";

export const SAMPLES_OF: Readonly<Record<AudioCoding, number>> = { aac: 1_024, ac3: 1_536 };

/** Bytes of a frame from its start to its end. */
export interface FoundFrame {
  start: number;
  end: number;
}

/**
 * The whole frames of a stream, which may start within one. What is no frame is left out; after it,
 * a frame counts when another follows, as the bytes of sound can look like a head.
 */
export function* findAudioFrames(coding: AudioCoding, bytes: Buffer): Generator<FoundFrame> {
  const sync = coding === "aac" ? 0xff : 0x0b;
  let isInStep = false;
  for (let at = bytes.indexOf(sync); at !== -1;) {
    const end = at + (frameLength(coding, bytes, at) ?? 0);
    const follows = end >= bytes.length || frameLength(coding, bytes, end) !== null;
    if (end === at || !(isInStep || follows)) {
      isInStep = false;
      at = bytes.indexOf(sync, at + 1);
      continue;
    }
    if (end > bytes.length) return;
    yield { start: at, end };
    isInStep = true;
    at = end < bytes.length ? end : -1;
  }
}

/** The bytes of a frame by its head; null where none starts, or where the head is cut off. */
function frameLength(coding: AudioCoding, bytes: Buffer, at: number): number | null {
  return coding === "aac" ? adtsLength(bytes, at) : ac3Length(bytes, at);
}

const ADTS_HEAD_BYTES = 7;

function adtsLength(bytes: Buffer, at: number): number | null {
  if (at + ADTS_HEAD_BYTES > bytes.length) return null;
  const rate = ((bytes[at + 2] ?? 0) >> 2) & 15;
  // The sync word and the layer; three rates are reserved.
  if ((bytes.readUInt16BE(at) & 0xfff6) !== 0xfff0 || rate > 12) return null;
  const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
  return length > ADTS_HEAD_BYTES ? length : null;
}

/** Kilobits per second by half of `frmsizecod` (A/52, table 5.18). */
const AC3_KILOBITS = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
];

function ac3Length(bytes: Buffer, at: number): number | null {
  if (at + 5 > bytes.length || bytes.readUInt16BE(at) !== 0x0b77) return null;
  const code = bytes[at + 4] ?? 0;
  const kilobits = AC3_KILOBITS[(code & 0x3f) >> 1];
  if (kilobits === undefined) return null;
  if (code >> 6 === 0) return kilobits * 4;
  // Frames of 44.1 kHz differ by a word, so that they have the rate together.
  if (code >> 6 === 1) return 2 * (Math.floor((kilobits * 320) / 147) + (code & 1));
  return code >> 6 === 2 ? kilobits * 6 : null;
}

import { START_CODE } from "~/media/container/access-units";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { TrackConfig } from "./packets";

const ADTS_HEADER_BYTES = 7;
const ADTS_CRC_BYTES = 2;

/**
 * The parts of a frame as MP4 has it: a codec without a description comes from a transport stream,
 * where frames have start codes and ADTS headers.
 */
export function toMp4Frame(data: Uint8Array, { codec, video, audio }: TrackConfig): Uint8Array[] {
  if ((codec === "avc" || codec === "hevc") && video !== null && !video.description)
    return withLengths(data);
  return [codec === "aac" && audio !== null && !audio.description ? withoutAdts(data) : data];
}

/** Replaces start codes (ISO 14496-10, annex B) by lengths of four bytes. */
function withLengths(data: Uint8Array): Buffer[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const parts: Buffer[] = [];
  let start = -1;
  const endUnit = (end: number) => {
    if (start === -1 || end <= start) return;
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(end - start);
    parts.push(length, bytes.subarray(start, end));
  };
  for (let code = bytes.indexOf(START_CODE); code !== -1;) {
    // A code may have one more zero.
    endUnit(code > 0 && code > start && bytes[code - 1] === 0 ? code - 1 : code);
    start = code + START_CODE.length;
    code = bytes.indexOf(START_CODE, start);
  }
  endUnit(bytes.length);
  if (parts.length === 0) throw new UnreadableMedia("media.notCopied");
  return parts;
}

function withoutAdts(data: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = data;
  // The sync word and the layer.
  if (first !== 0xff || (second & 0xf6) !== 0xf0) throw new UnreadableMedia("media.notCopied");
  const hasCrc = (second & 1) === 0;
  return data.subarray(ADTS_HEADER_BYTES + (hasCrc ? ADTS_CRC_BYTES : 0));
}

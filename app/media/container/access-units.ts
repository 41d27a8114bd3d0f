/** How a stream of video is coded: H.264 (ISO 14496-10) or HEVC (ISO 23008-2). */
export type VideoCoding = "avc" | "hevc";

/** A frame's units with their start codes, and whether decoding can start at it. */
export interface AccessUnit {
  start: number;
  end: number;
  isKey: boolean;
}

/** What a unit is to the frames around it. */
interface UnitRole {
  isSlice: boolean;
  /** Whether a frame begins with it, if there is a slice before. */
  begins: boolean;
  /** The place of a slice of H.264 in its frame; NaN for those of HEVC. */
  place: number;
  /** Whether it says that decoding can start here, or not; null if it says neither. */
  isKey: boolean | null;
}

export const START_CODE = Buffer.from([0, 0, 1]);
const OTHER: UnitRole = { isSlice: false, begins: false, place: 0, isKey: null };
const DELIMITER: UnitRole = { ...OTHER, begins: true };
const RECOVERY_POINT = 6;
const MAX_SEI_BYTES = 1_024;

/** Splits units with start codes (annex B of both standards) into frames. */
export function splitAccessUnits(coding: VideoCoding, bytes: Buffer): AccessUnit[] {
  const found: AccessUnit[] = [];
  let start = -1;
  let isKey: boolean | null = null;
  let hasSlice = false;
  let lastPlace = 0;
  for (let code = bytes.indexOf(START_CODE); code !== -1;) {
    const next = bytes.indexOf(START_CODE, code + 3);
    const begin = code > 0 && bytes[code - 1] === 0 ? code - 1 : code;
    if (start === -1) start = begin;
    const role = roleOf(coding, bytes.subarray(code + 3, next === -1 ? bytes.length : next));
    const isBehind = role.isSlice && hasSlice && role.place <= lastPlace;
    if (hasSlice && (role.begins || isBehind)) {
      found.push({ start, end: begin, isKey: isKey === true });
      [start, isKey, hasSlice] = [begin, null, false];
    }
    isKey ??= role.isKey;
    if (role.isSlice) [hasSlice, lastPlace] = [true, role.place];
    code = next;
  }
  if (start !== -1) found.push({ start, end: bytes.length, isKey: isKey === true });
  return found;
}

/** Whether decoding can start at the frame that starts so; null if the bytes do not tell. */
export function startsDecoding(coding: VideoCoding, bytes: Buffer): boolean | null {
  for (let code = bytes.indexOf(START_CODE); code !== -1;) {
    const next = bytes.indexOf(START_CODE, code + 3);
    // A unit that is cut off may be read wrong, but slices tell by their first byte.
    const { isKey } = roleOf(coding, bytes.subarray(code + 3, next === -1 ? bytes.length : next));
    if (isKey !== null) return isKey;
    code = next;
  }
  return null;
}

function roleOf(coding: VideoCoding, unit: Buffer): UnitRole {
  return coding === "avc" ? avcRole(unit) : hevcRole(unit);
}

/** ISO 14496-10, section 7.4.1.2.3. */
function avcRole(unit: Buffer): UnitRole {
  const type = (unit[0] ?? 0) & 0x1f;
  if (type === 1 || type === 2 || type === 5)
    return { isSlice: true, begins: false, place: firstMacroblock(unit), isKey: type === 5 };
  if (type === 6) return { ...DELIMITER, isKey: hasRecoveryPoint(unit) ? true : null };
  return type >= 7 && type <= 9 ? DELIMITER : OTHER;
}

/** An Exp-Golomb code (section 9.1), which starts a slice's head. */
function firstMacroblock(unit: Buffer): number {
  if (unit.length < 6) return 0;
  const zeros = Math.clz32(unit.readUInt32BE(1));
  // After as many zeros and a one, there are as many bits; a frame has fewer than 2^19 places.
  if (zeros > 19) return 0;
  return Math.floor(unit.readUIntBE(1, 5) / 2 ** (39 - 2 * zeros)) - 1;
}

/** Annex D.1.8: decoding from here on is exact, from the first frame. */
function hasRecoveryPoint(unit: Buffer): boolean {
  const message = withoutEmulation(unit.subarray(1, MAX_SEI_BYTES));
  for (let at = 0; at + 2 < message.length;) {
    const values = [0, 0];
    for (const field of values.keys()) {
      while (message[at] === 0xff) {
        values[field] = (values[field] ?? 0) + 0xff;
        at += 1;
      }
      values[field] = (values[field] ?? 0) + (message[at] ?? 0);
      at += 1;
    }
    const [type = 0, size = 0] = values;
    if (type === RECOVERY_POINT && ((message[at] ?? 0) & 0xc0) === 0xc0) return true;
    at += size;
  }
  return false;
}

/** Drops the bytes that keep start codes out of a unit (section 7.4.1.1). */
function withoutEmulation(unit: Buffer): Buffer {
  const kept: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept.push(byte);
  }
  return Buffer.from(kept);
}

/** ISO 23008-2, section 7.4.2.4.4. */
function hevcRole(unit: Buffer): UnitRole {
  const [first = 0, second = 0, third = 0] = unit;
  const layer = ((first & 1) << 5) | (second >> 3);
  if (layer > 0) return OTHER;
  const type = (first >> 1) & 0x3f;
  if (type <= 9 || (type >= 16 && type <= 21))
    // The first bit of a slice tells whether it is the first of its frame.
    return { isSlice: true, begins: third >> 7 === 1, place: NaN, isKey: type >= 16 };
  const begins =
    (type >= 32 && type <= 37) ||
    type === 39 ||
    (type >= 41 && type <= 44) ||
    (type >= 48 && type <= 55);
  return begins ? DELIMITER : OTHER;
}

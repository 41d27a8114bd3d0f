import { BitWriter, crc16 } from "./bits";

interface DolbySound {
  channels: number;
  sampleRate: number;
}

/** Samples of a frame: in both codecs, six blocks of 256. */
export const DOLBY_SAMPLES = 1_536;
const BLOCKS = 6;
const POLYNOMIAL = 0x8005;
/** The rates, and the 16-bit words of a frame of 64 kbit/s (A/52, table 5.18). */
const RATES: readonly (readonly [rate: number, words: number])[] = [
  [48_000, 128],
  [44_100, 139],
  [32_000, 192],
];
const CODE_OF_64_KBIT = 8;
/** The channel modes by the number of full channels (table 5.8). */
const MODES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 6, 5: 7 };
const STEREO = 2;
/** Three differences of zero. */
const SAME_EXPONENTS = 62;
const LOWEST_EXPONENT = 15;
const LOUDEST_DIALOGUE = 31;

interface Layout {
  rateCode: number;
  words: number;
  mode: number;
  full: number;
  hasLfe: boolean;
}

/** Sound of more than five channels counts as 5.1. Null for rates that Dolby does not have. */
function layoutOf({ channels, sampleRate }: DolbySound): Layout | null {
  const rateCode = RATES.findIndex(([rate]) => rate === sampleRate);
  const full = Math.min(channels, 5);
  const [words, mode] = [RATES[rateCode]?.[1], MODES[full]];
  if (words === undefined || mode === undefined) return null;
  return { rateCode, words, mode, full, hasLfe: channels > 5 };
}

/** A frame of AC-3 whose blocks give no bits to any frequency (A/52, section 5). */
export function silentAc3(sound: DolbySound): Buffer | null {
  const layout = layoutOf(sound);
  if (layout === null) return null;
  const { rateCode, words, mode, full, hasLfe } = layout;
  const bits = new BitWriter().write(0x0b77, 16).write(0, 16);
  bits.write(rateCode, 2).write(CODE_OF_64_KBIT, 6).write(8, 5).write(0, 3).write(mode, 3);
  // Levels of centre and surround in a mix, and no Dolby Surround.
  if ((mode & 1) !== 0 && mode !== 1) bits.write(0, 2);
  if ((mode & 4) !== 0) bits.write(0, 2);
  if (mode === STEREO) bits.write(0, 2);
  bits.write(hasLfe ? 1 : 0, 1).write(LOUDEST_DIALOGUE, 5);
  // Nothing of all that may follow but the mark of an original.
  bits.write(0b0000_1000, 8);
  for (let block = 0; block < BLOCKS; block += 1) {
    const isFirst = block === 0;
    // Long windows, no dither, no change of loudness, and no coupling.
    bits.write(0, 2 * full).write(0, 1);
    if (isFirst) bits.write(0b10, 2);
    else bits.write(0, 1);
    if (mode === STEREO) bits.write(isFirst ? 0b10000 : 0, isFirst ? 5 : 1);
    for (let channel = 0; channel < full; channel += 1) bits.write(isFirst ? 1 : 0, 2);
    if (hasLfe) bits.write(isFirst ? 1 : 0, 1);
    if (isFirst) writeExponents(bits, layout);
    // The first block's allocation of bits, in which no offset means none at all.
    bits.write(isFirst ? 1 : 0, 1);
    if (isFirst) bits.write(0, 11);
    bits.write(isFirst ? 1 : 0, 1);
    if (isFirst) bits.write(0, 6 + 7 * (full + (hasLfe ? 1 : 0)));
    // No deltas of it, and nothing skipped.
    bits.write(0, 2);
  }
  const frame = Buffer.alloc(2 * words);
  bits.toBytes().copy(frame);
  // The first sum is before what it checks, five eighths of the frame.
  const checked = 2 * ((words >> 1) + (words >> 3));
  frame.writeUInt16BE(sumBefore(frame.subarray(4, checked)), 2);
  return withSum(frame);
}

/** A frame of E-AC-3, likewise (A/52, annex E). */
export function silentEac3(sound: DolbySound): Buffer | null {
  const layout = layoutOf(sound);
  if (layout === null) return null;
  const { rateCode, words, mode, full, hasLfe } = layout;
  const bits = new BitWriter().write(0x0b77, 16);
  // The first independent stream, and six blocks.
  bits
    .write(0, 5)
    .write(words - 1, 11)
    .write(rateCode, 2)
    .write(3, 2)
    .write(mode, 3);
  bits
    .write(hasLfe ? 1 : 0, 1)
    .write(16, 5)
    .write(LOUDEST_DIALOGUE, 5)
    .write(0, 4);
  // The strategy of exponents once for the frame, one offset for it, and no dither.
  bits.write(0b10_0000, 12);
  if (mode > 1) bits.write(0, BLOCKS);
  bits.write(0, 5 * full);
  if (hasLfe) bits.write(0b100000, BLOCKS);
  // The strategy for a conversion to AC-3, the offsets, and no places of blocks.
  bits
    .write(0, 5 * full)
    .write(0, 10)
    .write(0, 1);
  for (let block = 0; block < BLOCKS; block += 1) {
    const isFirst = block === 0;
    bits.write(0, full).write(0, 1).write(0, 1);
    if (mode === STEREO) bits.write(0, isFirst ? 4 : 1);
    if (isFirst) writeExponents(bits, layout);
    bits.write(0, 1);
  }
  const frame = Buffer.alloc(2 * words);
  bits.toBytes().copy(frame);
  return withSum(frame);
}

/** The narrowest band of each channel, with the lowest exponents, each stated (section 5.4.3). */
function writeExponents(bits: BitWriter, { full, hasLfe }: Layout): void {
  bits.write(0, 6 * full);
  for (let channel = 0; channel < full; channel += 1) {
    bits.write(LOWEST_EXPONENT, 4);
    for (let group = 0; group < 24; group += 1) bits.write(SAME_EXPONENTS, 7);
    bits.write(0, 2);
  }
  if (hasLfe) bits.write(LOWEST_EXPONENT, 4).write(SAME_EXPONENTS, 7).write(SAME_EXPONENTS, 7);
}

function withSum(frame: Buffer): Buffer {
  frame.writeUInt16BE(crc16(frame.subarray(2, -2), POLYNOMIAL), frame.length - 2);
  return frame;
}

/** The two bytes before `bytes` with which the checksum of both is zero: the register run back. */
function sumBefore(bytes: Buffer): number {
  let register = 0;
  for (const byte of Buffer.from([0, 0, ...bytes]).reverse())
    for (let bit = 0; bit < 8; bit += 1) {
      const isFed = (register & 1) !== 0;
      const given = (byte >> bit) & 1;
      const top = isFed ? 1 - given : given;
      register = ((isFed ? register ^ POLYNOMIAL : register) >> 1) | (top << 15);
    }
  return register;
}

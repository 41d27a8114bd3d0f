export interface GifFrame {
  left?: number;
  top?: number;
  width: number;
  height: number;
  /** Palette index: 0 black, 1 red, 2 green, 3 blue. */
  color: 0 | 1 | 2 | 3;
  /** 0 unspecified, 1 keep, 2 restore background, 3 restore previous; 4 to 7 are reserved. */
  disposal?: number;
  /** Hundredths of a second. */
  delay?: number;
  transparent?: 0 | 1 | 2 | 3;
}

interface Canvas {
  width: number;
  height: number;
  background?: number;
}

const PALETTE = [0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0xff, 0x00, 0x00, 0x00, 0xff];
const CODE_BITS = 2;
const CLEAR = 1 << CODE_BITS;
/** Codes stay three bits long, since the table is cleared before it grows. */
const CODES_BETWEEN_CLEARS = 2;

/** GIFs that encoders never write: frames outside the canvas, any disposal, no delay. */
export function encodeGif(
  { width, height, background = 0 }: Canvas,
  frames: readonly GifFrame[],
): Buffer {
  const header = [
    ...Buffer.from("GIF89a"),
    ...short(width),
    ...short(height),
    0b1111_0001,
    background,
    0,
    ...PALETTE,
  ];
  return Buffer.from([...header, ...frames.flatMap(frameBytes), 0x3b]);
}

function frameBytes({
  left = 0,
  top = 0,
  width,
  height,
  color,
  disposal = 0,
  delay = 0,
  transparent,
}: GifFrame): number[] {
  const control = [
    0x21,
    0xf9,
    4,
    (disposal << 2) | (transparent === undefined ? 0 : 1),
    ...short(delay),
    transparent ?? 0,
    0,
  ];
  return [
    ...control,
    0x2c,
    ...short(left),
    ...short(top),
    ...short(width),
    ...short(height),
    0,
    CODE_BITS,
    ...blocks(pixels(width * height, color)),
    0,
  ];
}

/** Writes uncompressed LZW. */
function pixels(count: number, color: number): number[] {
  const codes: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index % CODES_BETWEEN_CLEARS === 0) codes.push(CLEAR);
    codes.push(color);
  }
  codes.push(CLEAR + 1);
  const bytes: number[] = [];
  let bitBuffer = 0;
  let bits = 0;
  for (const code of codes) {
    bitBuffer |= code << bits;
    for (bits += CODE_BITS + 1; bits >= 8; bits -= 8, bitBuffer >>= 8) bytes.push(bitBuffer & 0xff);
  }
  return bits > 0 ? [...bytes, bitBuffer] : bytes;
}

function blocks(bytes: readonly number[]): number[] {
  const parts: number[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.slice(at, at + 255);
    parts.push(part.length, ...part);
  }
  return parts;
}

function short(value: number): number[] {
  return [value & 0xff, value >> 8];
}

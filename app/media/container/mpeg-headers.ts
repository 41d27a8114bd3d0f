interface SequenceHeader {
  width: number;
  height: number;
  frameRate: number | null;
}

const SEQUENCE_START = Buffer.from([0, 0, 1, 0xb3]);
/** The rates of codes 1 to 8 (ISO 13818-2, table 6-4). */
const FRAME_RATES = [null, 24_000 / 1_001, 24, 25, 30_000 / 1_001, 30, 50, 60_000 / 1_001, 60];

/** The first sequence header of MPEG-1 or MPEG-2 video; null if there is none. */
export function findSequenceHeader(bytes: Buffer): SequenceHeader | null {
  const start = bytes.indexOf(SEQUENCE_START);
  if (start === -1 || bytes.length < start + 8) return null;
  const size = bytes.readUIntBE(start + 4, 3);
  const rate = FRAME_RATES[(bytes[start + 7] ?? 0) & 15] ?? null;
  return {
    width: size >> 12,
    height: size & 0xfff,
    frameRate: rate === null ? null : Math.round(rate * 1_000) / 1_000,
  };
}

interface AudioHeader {
  layer: 1 | 2 | 3;
  channels: number;
  sampleRate: number;
}

const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Reads the header of an MPEG audio frame (ISO 11172-3, section 2.4.1.3); null for others. */
export function parseMpegAudioHeader(bytes: Buffer): AudioHeader | null {
  const [sync = 0, kinds = 0, rates = 0, mode = 0] = bytes;
  const layer = { 1: 3, 2: 2, 3: 1 }[(kinds >> 1) & 3] as AudioHeader["layer"] | undefined;
  const rate = SAMPLE_RATES[(rates >> 2) & 3];
  const version = (kinds >> 3) & 3;
  if (sync !== 0xff || kinds < 0xe0 || version === 1 || layer === undefined || rate === undefined)
    return null;
  return {
    layer,
    channels: mode >> 6 === 3 ? 1 : 2,
    sampleRate: rate / ({ 3: 1, 2: 2 }[version] ?? 4),
  };
}

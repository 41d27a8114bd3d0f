/** Tells how many samples this frame holds; null if unknown. */
export function samplesPerFrame(codec: string, frame: Buffer, codecPrivate: Buffer): number | null {
  if (codec.startsWith("mp4a.40.34")) return mp3Samples(frame);
  // HE-AAC by its output rate.
  if (/^mp4a\.40\.(?:5|29)$/.test(codec)) return 2_048;
  if (codec.startsWith("mp4a")) return 1_024;
  if (codec === "ac-3") return 1_536;
  if (codec === "ec-3") return 256 * eac3Blocks(frame);
  if (codec === "flac") return flacSamples(frame, codecPrivate);
  return codec === "opus" ? opusSamples(frame) : null;
}

/**
 * Matroska's times are whole milliseconds; frames this close to the end of the previous one follow
 * without a gap.
 */
const TOLERANCE_SECONDS = 0.002;

/**
 * Snaps a frame's time to a grid of equal frames from `origin`, so that a segment does not depend
 * on where reading started. A time off the grid, as after a gap, is unchanged.
 */
export function snapToGrid(time: number, origin: number, frameSeconds: number): number {
  const snapped = origin + Math.round((time - origin) / frameSeconds) * frameSeconds;
  return Math.abs(snapped - time) <= TOLERANCE_SECONDS ? snapped : time;
}

function mp3Samples(frame: Buffer): number | null {
  if (frame.length < 4 || frame[0] !== 0xff) return null;
  const version = ((frame[1] ?? 0) >> 3) & 3;
  const layer = ((frame[1] ?? 0) >> 1) & 3;
  if (layer === 3) return 384;
  return version === 3 || layer === 2 ? 1_152 : 576;
}

function eac3Blocks(frame: Buffer): number {
  const fourth = frame[4] ?? 0;
  return fourth >> 6 === 3 ? 6 : ([1, 2, 3, 6][(fourth >> 4) & 3] ?? 6);
}

/**
 * Reads the samples of a frame from its header (RFC 9639 section 9.1), or from STREAMINFO where all
 * frames have the same length.
 */
function flacSamples(frame: Buffer, codecPrivate: Buffer): number | null {
  const code = (frame[2] ?? 0) >> 4;
  if (code === 1) return 192;
  if (code >= 2 && code <= 5) return 576 * 2 ** (code - 2);
  if (code >= 8) return 256 * 2 ** (code - 8);
  const start = codecPrivate.toString("latin1", 0, 4) === "fLaC" ? 8 : 0;
  if (codecPrivate.length < start + 4) return null;
  const [min, max] = [codecPrivate.readUInt16BE(start), codecPrivate.readUInt16BE(start + 2)];
  return min === max && max > 0 ? max : null;
}

/** RFC 6716 section 3.1, at 48 kHz. */
function opusSamples(frame: Buffer): number | null {
  const [toc] = frame;
  if (toc === undefined) return null;
  const config = toc >> 3;
  const size =
    config < 12
      ? ([480, 960, 1_920, 2_880][config & 3] ?? 960)
      : config < 16
        ? ([480, 960][config & 1] ?? 960)
        : ([120, 240, 480, 960][config & 3] ?? 960);
  const code = toc & 3;
  const count = code === 0 ? 1 : code === 3 ? (frame[1] ?? 1) & 0x3f : 2;
  return size * count;
}

/** `h264` is software; the others are what ffmpeg calls `h264_vaapi`, `h264_nvenc` and so on. */
export type EncoderName = "h264" | HardwareName;
export const HARDWARE_NAMES = ["nvenc", "qsv", "vaapi", "videotoolbox"] as const;
export type HardwareName = (typeof HARDWARE_NAMES)[number];

/** One quality of encoded video. */
export interface Rendition {
  encoder: EncoderName;
  /** Higher originals are scaled down to it, lower ones stay. */
  height: Height;
}

export const HEIGHTS = [1080, 720, 480] as const;
export type Height = (typeof HEIGHTS)[number];

/** Bits per second at most. */
export const MAX_RATES: Readonly<Record<Height, number>> = {
  1080: 12_000_000,
  720: 6_000_000,
  480: 2_500_000,
};

interface Video {
  width: number;
  height: number;
  frameRate: number;
}

const USUAL_FRAME_RATE = 24;

/**
 * The original's height, at most 1080, and those below it, as far as the machine encodes them in
 * real time; at least one. Without a measurement only the first, since a choice would promise more.
 */
export function chooseHeights(
  original: { width: number | null; height: number | null; frameRate: number | null },
  pixelsPerSecond: number | null,
): Height[] {
  const { width, height } = original;
  if (width === null || height === null || width <= 0 || height <= 0) return [1080];
  const video = { width, height, frameRate: original.frameRate ?? USUAL_FRAME_RATE };
  const top = HEIGHTS.findLast((candidate) => candidate >= height) ?? HEIGHTS[0];
  const all = HEIGHTS.filter((candidate) => candidate <= top);
  if (pixelsPerSecond === null) return [top];
  const affordable = all.filter((candidate) => pixelRate(video, candidate) <= pixelsPerSecond);
  return affordable.length > 0 ? affordable : all.slice(-1);
}

/** The highest of 16:9 video at 24 frames per second; null if even the lowest is too much. */
export function maxHeight(pixelsPerSecond: number): Height | null {
  const film = { width: 1920, height: 1080, frameRate: USUAL_FRAME_RATE };
  return HEIGHTS.find((height) => pixelRate(film, height) <= pixelsPerSecond) ?? null;
}

/** Width and height of an encoded frame; libx264 and its like need even numbers. */
export function encodedSize(
  { width, height }: { width: number; height: number },
  limit: Height,
): { width: number; height: number } {
  if (height <= limit) return { width: toEven(width), height };
  return { width: toEven((width * limit) / height), height: limit };
}

/** Names a rendition as URLs do: `h264-720`. */
export function renditionName({ encoder, height }: Rendition): string {
  return `${encoder}-${height}`;
}

export function parseRendition(name: string): Rendition | null {
  const [encoder = "", digits = "", ...rest] = name.split("-");
  const height = HEIGHTS.find((candidate) => String(candidate) === digits);
  const match = (["h264", ...HARDWARE_NAMES] as const).find((candidate) => candidate === encoder);
  return height === undefined || match === undefined || rest.length > 0
    ? null
    : { encoder: match, height };
}

function pixelRate({ frameRate, ...video }: Video, limit: Height): number {
  const { width, height } = encodedSize(video, limit);
  return width * height * frameRate;
}

function toEven(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}

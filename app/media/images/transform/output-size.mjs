// Plain JavaScript: the transform worker is started from the project's folder and is not part of any build.

/** The most pixels of an answer: beyond these, encoding takes longer than a viewer waits. */
export const MAX_OUTPUT_PIXELS = { webp: 16_000_000, avif: 9_000_000 };
/** WebP's own limit is 16,383 pixels a side. */
const MAX_SIDE = 16_383;

/**
 * The size at which an image is encoded: its own, or smaller where the asked width or a limit says so, with its proportions kept. Never larger than the source.
 * @param {{ width: number, height: number }} source as it is displayed, orientation applied
 * @param {{ width: number, format: "webp" | "avif" }} wish the most pixels across, 0 for no wish
 * @returns {{ width: number, height: number }}
 */
export function fitSize({ width, height }, wish) {
  const most = MAX_OUTPUT_PIXELS[wish.format];
  const wished = wish.width === 0 ? 1 : wish.width / width;
  const scale = Math.min(1, wished, MAX_SIDE / width, MAX_SIDE / height);
  const size = { width: side(width * scale), height: side(height * scale) };
  if (size.width * size.height <= most) return size;
  const smaller = Math.sqrt(most / (width * height));
  return {
    width: Math.max(1, Math.floor(width * smaller)),
    height: Math.max(1, Math.floor(height * smaller)),
  };
}

/**
 * The size of the largest piece with the frame's proportions that a source holds, or the frame's own where the source has more. Never larger than the source.
 * @param {{ width: number, height: number }} source as it is displayed, orientation applied
 * @param {{ width: number, height: number }} frame
 * @returns {{ width: number, height: number }}
 */
export function cropSize({ width, height }, frame) {
  const scale = Math.min(1, width / frame.width, height / frame.height);
  return {
    width: Math.min(width, side(frame.width * scale)),
    height: Math.min(height, side(frame.height * scale)),
  };
}

/**
 * The pixels that a part of a source covers: at least one, and none outside the source.
 * @param {{ width: number, height: number }} source as it is displayed, orientation applied
 * @param {import("./output-size.mjs").Area} area in fractions of the source's width and height
 * @returns {{ left: number, top: number, width: number, height: number }}
 */
export function pixelArea({ width, height }, area) {
  const left = Math.min(width - 1, Math.round(area.x * width));
  const top = Math.min(height - 1, Math.round(area.y * height));
  return {
    left,
    top,
    width: Math.min(width - left, side(area.width * width)),
    height: Math.min(height - top, side(area.height * height)),
  };
}

/** @param {number} length */
function side(length) {
  return Math.max(1, Math.round(length));
}

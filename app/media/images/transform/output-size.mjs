// JavaScript: the worker runs outside the build.

const MAX_OUTPUT_PIXELS = { webp: 16_000_000, avif: 9_000_000 };
/** WebP's limit is 16,383. */
const MAX_SIDE = 16_383;

/**
 * The output size: at most the source's, the requested width and the limits, proportions kept.
 * @param {{ width: number, height: number }} source after orientation
 * @param {{ width: number, format: "webp" | "avif" }} requested width 0 keeps the source's
 * @returns {{ width: number, height: number }}
 */
export function fitSize({ width, height }, requested) {
  const maxPixels = MAX_OUTPUT_PIXELS[requested.format];
  const requestedScale = requested.width === 0 ? 1 : requested.width / width;
  const scale = Math.min(1, requestedScale, MAX_SIDE / width, MAX_SIDE / height);
  const size = { width: toPixels(width * scale), height: toPixels(height * scale) };
  if (size.width * size.height <= maxPixels) return size;
  const limitScale = Math.sqrt(maxPixels / (width * height));
  return {
    width: Math.max(1, Math.floor(width * limitScale)),
    height: Math.max(1, Math.floor(height * limitScale)),
  };
}

/**
 * The largest size with the frame's proportions, at most the frame and the source.
 * @param {{ width: number, height: number }} source after orientation
 * @param {{ width: number, height: number }} frame
 * @returns {{ width: number, height: number }}
 */
export function cropSize({ width, height }, frame) {
  const scale = Math.min(1, width / frame.width, height / frame.height);
  return {
    width: Math.min(width, toPixels(frame.width * scale)),
    height: Math.min(height, toPixels(frame.height * scale)),
  };
}

/**
 * Converts an area to pixels: at least one, all within the source.
 * @param {{ width: number, height: number }} source after orientation
 * @param {import("./output-size.mjs").Area} area in fractions of the source
 * @returns {{ left: number, top: number, width: number, height: number }}
 */
export function pixelArea({ width, height }, area) {
  const left = Math.min(width - 1, Math.round(area.x * width));
  const top = Math.min(height - 1, Math.round(area.y * height));
  return {
    left,
    top,
    width: Math.min(width - left, toPixels(area.width * width)),
    height: Math.min(height - top, toPixels(area.height * height)),
  };
}

/** @param {number} length */
function toPixels(length) {
  return Math.max(1, Math.round(length));
}

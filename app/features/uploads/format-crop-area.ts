import type { Area } from "~/media/images/transform/output-size.mjs";

/**
 * Formats an area in percent as a form field. A separate file, so that zod stays out of the client
 * bundle.
 */
export function formatCropArea({ x, y, width, height }: Area): string {
  return [x, y, width, height].map((part) => String(Math.round(part * 1000) / 1000)).join(",");
}

import type { Area } from "~/media/images/transform/output-size.mjs";

/** Separate from zod, for the client bundle. */
export function formatCropArea({ x, y, width, height }: Area): string {
  return [x, y, width, height].map((part) => String(Math.round(part * 1000) / 1000)).join(",");
}

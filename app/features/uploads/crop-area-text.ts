import type { Area } from "~/media/images/transform/output-size.mjs";

/** An area in percent as the text of a form's field. In a file of its own, so that pages need not load the schema that reads it. */
export function cropAreaText({ x, y, width, height }: Area): string {
  return [x, y, width, height].map((part) => String(Math.round(part * 1000) / 1000)).join(",");
}

interface Size {
  width: number;
  height: number;
}

/** A part of a picture, in fractions of its width and height. */
export interface Area extends Size {
  x: number;
  y: number;
}

export declare const MAX_OUTPUT_PIXELS: { webp: number; avif: number };
export declare function fitSize(
  source: Size,
  wish: { width: number; format: "webp" | "avif" },
): Size;
export declare function cropSize(source: Size, frame: Size): Size;
export declare function pixelArea(
  source: Size,
  area: Area,
): { left: number; top: number; width: number; height: number };

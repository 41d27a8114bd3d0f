interface Size {
  width: number;
  height: number;
}

/** An area in fractions of the image's width and height. */
export interface Area extends Size {
  x: number;
  y: number;
}

export declare function fitSize(
  source: Size,
  requested: { width: number; format: "webp" | "avif" },
): Size;
export declare function cropSize(source: Size, frame: Size): Size;
export declare function pixelArea(
  source: Size,
  area: Area,
): { left: number; top: number; width: number; height: number };

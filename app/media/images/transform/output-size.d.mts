interface Size {
  width: number;
  height: number;
}

export declare const MAX_OUTPUT_PIXELS: { webp: number; avif: number };
export declare function fitSize(source: Size, wish: { width: number; format: "webp" | "avif" }): Size;
export declare function cropSize(source: Size, frame: Size): Size;

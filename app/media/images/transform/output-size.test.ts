import { describe, expect, it } from "vitest";
import { cropSize, fitSize } from "./output-size.mjs";

const fit = (
  width: number,
  height: number,
  requestedWidth: number,
  format: "webp" | "avif" = "webp",
) => fitSize({ width, height }, { width: requestedWidth, format });

describe("fitSize", () => {
  it("uses the source's size without a requested width, and its proportions with one", () => {
    expect(fit(320, 240, 0)).toEqual({ width: 320, height: 240 });
    expect(fit(320, 240, 100)).toEqual({ width: 100, height: 75 });
    expect(fit(225, 319, 120)).toEqual({ width: 120, height: 170 });
  });

  it("never enlarges and never returns zero", () => {
    expect(fit(320, 240, 321)).toEqual({ width: 320, height: 240 });
    expect(fit(4000, 3, 10)).toEqual({ width: 10, height: 1 });
  });

  it("stays within 16 megapixels of WebP and 9 of AVIF", () => {
    expect(fit(4000, 4000, 0)).toEqual({ width: 4000, height: 4000 });
    expect(fit(4001, 4000, 0)).toEqual({ width: 4000, height: 3999 });
    expect(fit(3000, 3000, 0, "avif")).toEqual({ width: 3000, height: 3000 });
    expect(fit(3001, 3000, 0, "avif")).toEqual({ width: 3000, height: 2999 });
    for (const [width, height] of [
      [7919, 5003],
      [6323, 6311],
      [39_999, 999],
      [997, 40_009],
    ] as const) {
      const size = fit(width, height, 0);
      expect(size.width * size.height).toBeLessThanOrEqual(16_000_000);
      expect(size.width / size.height).toBeCloseTo(width / height, width > height ? 0 : 2);
    }
  });

  it("stays within WebP's maximum side", () => {
    expect(fit(16_383, 10, 0)).toEqual({ width: 16_383, height: 10 });
    expect(fit(16_384, 10, 0)).toEqual({ width: 16_383, height: 10 });
    expect(fit(200_000, 1, 0)).toEqual({ width: 16_383, height: 1 });
    expect(fit(1, 200_000, 4096)).toEqual({ width: 1, height: 16_383 });
  });
});

describe("cropSize", () => {
  const avatar = { width: 512, height: 512 };
  const banner = { width: 2160, height: 600 };

  it("crops to the frame's proportions, at most as large as the frame", () => {
    expect(cropSize({ width: 4000, height: 3000 }, avatar)).toEqual(avatar);
    expect(cropSize({ width: 3000, height: 3000 }, banner)).toEqual(banner);
  });

  it("takes the largest area of a smaller source", () => {
    expect(cropSize({ width: 300, height: 200 }, avatar)).toEqual({ width: 200, height: 200 });
    expect(cropSize({ width: 1080, height: 1080 }, banner)).toEqual({ width: 1080, height: 300 });
    expect(cropSize({ width: 1000, height: 100 }, banner)).toEqual({ width: 360, height: 100 });
    expect(cropSize({ width: 1, height: 1 }, banner)).toEqual({ width: 1, height: 1 });
  });
});

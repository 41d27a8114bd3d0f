import { describe, expect, it } from "vitest";
import { adjust, hex, mix, oklch } from "./color";

describe("colors", () => {
  it("converts white, black and the sRGB primaries to their published OKLCH values", () => {
    expect(hex(oklch(1, 0, 0))).toBe("#ffffff");
    expect(hex(oklch(0, 0, 0))).toBe("#000000");
    expect(hex(oklch(0.62796, 0.25768, 29.2339))).toBe("#ff0000");
    expect(hex(oklch(0.45201, 0.31321, 264.052))).toBe("#0000ff");
  });

  it("maps an out-of-gamut color to sRGB by reducing chroma only", () => {
    const shown = hex(oklch(0.7, 0.4, 145));
    expect(shown).toMatch(/^#[0-9a-f]{6}$/);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(shown.slice(at, at + 2), 16),
    );
    expect(green).toBeGreaterThan(Math.max(red, blue) + 60);
  });

  it("interpolates between two colors and rotates hues without changing lightness", () => {
    const [red, blue] = [oklch(0.6, 0.2, 29), oklch(0.4, 0.2, 264)];
    expect(mix(red, blue, 0)).toEqual(red);
    expect(mix(red, blue, 1).l).toBeCloseTo(0.4);
    const turned = adjust(red, { turn: 90 });
    expect(turned.l).toBe(red.l);
    expect(Math.hypot(turned.a, turned.b)).toBeCloseTo(0.2);
    expect((Math.atan2(turned.b, turned.a) * 180) / Math.PI).toBeCloseTo(119);
  });

  it("clamps lightness between black and white", () => {
    expect(adjust(oklch(0.9, 0, 0), { lightness: 0.5 }).l).toBe(1);
    expect(adjust(oklch(0.1, 0, 0), { lightness: -0.5 }).l).toBe(0);
  });
});

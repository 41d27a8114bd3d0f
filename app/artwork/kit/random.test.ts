import { describe, expect, it } from "vitest";
import { Random, seedFrom } from "./random";

describe("seeded random numbers", () => {
  it("repeat for one seed and differ for another", () => {
    const draw = (seed: number): number[] => {
      const random = new Random(seed);
      return [random.next(), random.next(), random.next()];
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it("match the published first numbers of mulberry32 for seed 0", () => {
    const random = new Random(0);
    expect(random.next()).toBeCloseTo(0.26642920868471265, 12);
    expect(random.next()).toBeCloseTo(0.0003297457005828619, 12);
  });

  it("stay within their bounds", () => {
    const random = new Random(7);
    for (let index = 0; index < 2000; index += 1) {
      expect(random.range(-2, 3)).toSatisfy((value: number) => value >= -2 && value < 3);
      expect([1, 2, 3]).toContain(random.int(1, 3));
      expect(["a", "b"]).toContain(random.pick("a", "b"));
    }
  });

  it("draw by weight, and never an item without any", () => {
    const random = new Random(11);
    const counts = { often: 0, rarely: 0, never: 0 };
    for (let index = 0; index < 4000; index += 1) {
      const key = random.weighted([
        ["often", 3],
        ["never", 0],
        ["rarely", 1],
      ] as const);
      if (key !== undefined) counts[key] += 1;
    }
    expect(counts.never).toBe(0);
    expect(counts.often / counts.rarely).toSatisfy((ratio: number) => ratio > 2.6 && ratio < 3.4);
    expect(random.weighted([])).toBeUndefined();
    expect(random.weighted([["never", 0]] as const)).toBeUndefined();
  });

  it("differ widely for similar texts", () => {
    const seeds = new Set(Array.from({ length: 5000 }, (_, id) => seedFrom(`${String(id)}:Title`)));
    expect(seeds.size).toBe(5000);
    const low = Array.from({ length: 1000 }, (_, id) => seedFrom(`${String(id)}:Title`) % 2).reduce(
      (sum, bit) => sum + bit,
      0,
    );
    expect(low).toSatisfy((count: number) => count > 420 && count < 580);
  });
});

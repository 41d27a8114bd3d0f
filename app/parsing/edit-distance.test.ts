import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { misspell, MISTAKES } from "../features/search/text/misspell.fixture";
import { maxEditDistance, prefixEditDistance, editDistance } from "~/parsing/edit-distance";

const word = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(..."abcdefghijklmnop"), { minLength, maxLength })
    .map((letters) => letters.join(""));

const MISTAKE = fc.constantFrom(...MISTAKES);

/** Computes the distance by the full matrix. */
function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      let cost = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      const row = rows[i];
      if (row !== undefined) row[j] = cost;
    }
  return at(a.length, b.length);
}

describe("editDistance", () => {
  it.each([
    ["kyojin", "kyogin", 1],
    ["bleach", "beach", 1],
    ["naruto", "narutto", 1],
    ["naruto", "naurto", 1],
    ["monster", "monster", 0],
    ["akira", "nana", 4],
  ])("between %j and %j is %i", (a, b, distance) => {
    expect(editDistance(a, b, 4)).toBe(distance);
  });

  it("agrees with the plain matrix up to its limit, and returns one more beyond", () => {
    fc.assert(
      fc.property(word(0, 14), word(0, 14), fc.integer({ min: 0, max: 5 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1));
      }),
      { numRuns: 2_000 },
    );
  });

  it("agrees with the plain matrix around the length that fits in the bits of a number", () => {
    const kana = fc
      .array(fc.constantFrom(..."abかきく"), { minLength: 30, maxLength: 35 })
      .map((letters) => letters.join(""));
    fc.assert(
      fc.property(kana, fc.array(fc.tuple(fc.nat(), MISTAKE), { maxLength: 5 }), (a, mistakes) => {
        let b = a;
        for (const [place, error] of mistakes) b = misspell(b, place % b.length, error);
        expect(editDistance(a, b, 4)).toBe(Math.min(plainDistance(a, b), 5));
        expect(editDistance(b, a, 4)).toBe(Math.min(plainDistance(a, b), 5));
      }),
      { numRuns: 500 },
    );
  });

  it("of an empty text is the length of the other one", () => {
    expect(editDistance("", "ab", 4)).toBe(2);
    expect(editDistance("ab", "", 4)).toBe(2);
    expect(editDistance("", "", 4)).toBe(0);
  });

  it("is beyond any limit for texts over 250 characters", () => {
    expect(editDistance("a".repeat(250), "a".repeat(249), 4)).toBe(1);
    expect(editDistance("a".repeat(251), "a".repeat(251), 4)).toBe(5);
  });
});

describe("maxEditDistance", () => {
  it.each([
    [3, 0],
    [4, 1],
    [7, 1],
    [8, 2],
    [12, 2],
    [13, 3],
    [19, 3],
    [20, 4],
  ])("of %i characters are %i", (length, errors) => {
    expect(maxEditDistance(length)).toBe(errors);
  });
});

describe("prefixEditDistance", () => {
  it("is the least distance to any prefix of the other text", () => {
    fc.assert(
      fc.property(word(1, 36), word(0, 40), fc.integer({ min: 1, max: 4 }), (a, b, limit) => {
        const least = Math.min(
          ...Array.from({ length: b.length + 1 }, (_, length) =>
            editDistance(a, b.slice(0, length), 20),
          ),
        );
        expect(prefixEditDistance(a, b, limit)).toBe(Math.min(least, limit + 1));
      }),
      { numRuns: 2_000 },
    );
  });
});

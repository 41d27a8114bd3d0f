import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maxEditDistance,
  prefixEditDistance,
  editDistance,
  deletionHashes,
  segmentCandidates,
  segmentHashes,
} from "./edit-distance";

const word = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(..."abcdefghijklmnop"), { minLength, maxLength })
    .map((letters) => letters.join(""));

const MISTAKES = fc.constantFrom("omit", "insert", "replace", "swap");

/** The full matrix. */
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
      fc.property(kana, fc.array(fc.tuple(fc.nat(), MISTAKES), { maxLength: 5 }), (a, mistakes) => {
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

describe("allowedErrors", () => {
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

describe("omissions", () => {
  it("share one between any two words one error apart", () => {
    fc.assert(
      fc.property(word(4, 12), fc.nat(), MISTAKES, (right, place, error) => {
        const at = place % right.length;
        const wrong = misspell(right, at, error);
        expect(deletionHashes(wrong).some((hash) => deletionHashes(right).includes(hash))).toBe(
          true,
        );
      }),
    );
  });
});

describe("pieces", () => {
  it("share one between any two texts with the allowed number of errors", () => {
    const errors = fc.array(fc.tuple(fc.nat(), fc.constantFrom("omit", "insert", "replace")), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(word(6, 40), errors, (right, mistakes) => {
        let wrong = right;
        for (const [place, error] of mistakes) wrong = misspell(wrong, place % wrong.length, error);
        const limit = Math.min(maxEditDistance(right.length), maxEditDistance(wrong.length));
        fc.pre(plainDistance(right, wrong) <= limit && limit > 0);
        const stored = new Set(segmentHashes(right));
        expect(
          segmentCandidates(wrong)
            .flat()
            .some((piece) => stored.has(piece)),
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("are looked for in groups, of which one finds a text", () => {
    const candidates = segmentCandidates("shingekinokyojin");
    expect(candidates).toHaveLength(7);
    const stored = new Set(segmentHashes("shingekinokyogin"));
    const finding = candidates.filter((group) => group.some((hash) => stored.has(hash)));
    expect(finding).toHaveLength(1);
  });

  it.each([
    [7, 2],
    [8, 3],
    [13, 4],
    [16, 5],
    [40, 5],
  ])("of %i characters are %i", (length, count) => {
    expect(segmentHashes("a".repeat(length))).toHaveLength(count);
  });

  it("are empty for texts too short for an error", () => {
    expect(segmentHashes("abc")).toEqual([]);
    expect(segmentHashes("a".repeat(251))).toEqual([]);
    expect(segmentCandidates("ab")).toEqual([]);
  });
});

function misspell(text: string, at: number, error: string): string {
  switch (error) {
    case "omit":
      return text.slice(0, at) + text.slice(at + 1);
    case "insert":
      return `${text.slice(0, at)}z${text.slice(at)}`;
    case "replace":
      return `${text.slice(0, at)}z${text.slice(at + 1)}`;
    default:
      return (
        text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2)
      );
  }
}

describe("beginningDistance", () => {
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

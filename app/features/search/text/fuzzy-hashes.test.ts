import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { misspell, MISTAKES } from "./misspell.fixture";
import { editDistance, maxEditDistance } from "~/parsing/edit-distance";
import { fuzzyCandidates, fuzzyHashes } from "./fuzzy-hashes";

const text = (minLength: number, maxLength: number, characters = "abcdefghijklmnop") =>
  fc
    .array(fc.constantFrom(...characters), { minLength, maxLength })
    .map((letters) => letters.join(""));

/** Whether looking for one finds the other. */
function isFound(stored: string, wanted: string): boolean {
  const hashes = new Set(fuzzyHashes(stored));
  return fuzzyCandidates(wanted)
    .flat()
    .some((hash) => hashes.has(hash));
}

function expectFound(
  texts: fc.Arbitrary<string>,
  kinds: readonly (typeof MISTAKES)[number][],
): void {
  const mistakes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...kinds)), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(texts, mistakes, (right, edits) => {
      let wrong = right;
      for (const [place, mistake] of edits) wrong = misspell(wrong, place % wrong.length, mistake);
      const limit = Math.min(maxEditDistance(right.length), maxEditDistance(wrong.length));
      fc.pre(limit > 0 && editDistance(right, wrong, limit) <= limit);
      expect(isFound(right, wrong)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
}

describe("fuzzyHashes", () => {
  it("find any text of up to 19 letters within the edits that both may have", () => {
    expectFound(text(4, 19), MISTAKES);
  });

  it("find native texts the same", () => {
    expectFound(text(4, 19, "あいうえおかきくけこさしすせそ"), MISTAKES);
  });

  it("find longer ones unless letters are swapped", () => {
    expectFound(
      text(18, 40),
      MISTAKES.filter((mistake) => mistake !== "swap"),
    );
  });

  it.each([
    ["beck", "bcek"],
    ["naruto", "narto"],
    ["kyojin", "kyoijn"],
    ["butterfly", "btuterlfy"],
    ["shingekinokyojin", "shingekinokyogin"],
  ])("find %j for %j", (stored, wanted) => {
    expect(isFound(stored, wanted)).toBe(true);
  });

  it.each([
    ["naruto", "noragi"],
    ["butterfly", "buttonhole"],
    ["satellite", "stalemate"],
  ])("do not find %j for %j", (stored, wanted) => {
    expect(isFound(stored, wanted)).toBe(false);
  });

  it.each([
    [3, 0],
    [4, 5],
    [7, 8],
    [8, 29],
    [12, 29],
    [13, 4],
    [19, 4],
    [20, 5],
    [250, 5],
    [251, 0],
  ])("of %i letters are %i at most", (length, count) => {
    const letters = Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26)));
    expect(fuzzyHashes(letters.join(""))).toHaveLength(count);
  });

  it.each([
    ["進撃の", 0],
    ["進撃の巨人", 2],
    ["鋼の錬金術師嘆きの丘", 3],
  ])("of %s are %i", (native, count) => {
    expect(fuzzyHashes(native)).toHaveLength(count);
  });

  it("are looked for in groups, of which one finds a text", () => {
    const stored = new Set(fuzzyHashes("shingekinokyojin"));
    const groups = fuzzyCandidates("shingekinokyogin");
    expect(groups).toHaveLength(7);
    expect(groups.filter((group) => group.some((hash) => stored.has(hash)))).toHaveLength(1);
  });
});

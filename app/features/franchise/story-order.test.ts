import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TitleRelation } from "./franchise-relations";
import { applyPositions, byRelease, sortByStory, type DatedTitle } from "./story-order";

const dated = (...released: (string | null)[]): DatedTitle[] =>
  released.map((date, index) => ({ id: index + 1, released: date }));
const is = (from: number, relation: string, to: number): TitleRelation => ({ from, relation, to });

describe("the order of release", () => {
  it("is by date, then id, with unknown dates last", () => {
    const titles = dated(null, "2001-05-01", "1999", "2001", null);
    expect([...titles].sort(byRelease).map(({ id }) => id)).toEqual([3, 4, 2, 1, 5]);
  });
});

describe("the order of the story", () => {
  it("puts a prequel first that came out later", () => {
    const titles = dated("2014-10-04", "2006-01-07", "2011-10-02");
    expect(sortByStory(titles, [is(3, "SEQUEL", 1)])).toEqual([2, 3, 1]);
    expect(sortByStory(titles, [is(1, "PREQUEL", 3), is(1, "SEQUEL", 2)])).toEqual([3, 1, 2]);
  });

  it("puts side stories and recaps after what they belong to", () => {
    const titles = dated("2010", "2008", "2009", "2011");
    const relations = [is(2, "PARENT", 1), is(1, "SUMMARY", 3)];
    expect(sortByStory(titles, relations)).toEqual([1, 2, 3, 4]);
  });

  it("puts an alternative version after the earlier one", () => {
    const titles = dated("2013", "2014", "2015");
    const relations = [is(3, "SEQUEL", 1), is(1, "ALTERNATIVE", 2), is(2, "ALTERNATIVE", 1)];
    expect(sortByStory(titles, relations)).toEqual([3, 1, 2]);
  });

  it("enters a cycle at its earliest release", () => {
    const cycle = [is(1, "SEQUEL", 2), is(2, "SEQUEL", 3), is(3, "SEQUEL", 1)];
    expect(sortByStory(dated("2003", "2001", "2002"), cycle)).toEqual([2, 3, 1]);
  });

  it("has every title once and keeps all sequences without a cycle", () => {
    const ids = Array.from({ length: 8 }, (_, index) => index + 1);
    const pairs = fc.array(
      fc
        .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
        .filter(([one, other]) => one < other),
    );
    const dates = fc.array(fc.option(fc.integer({ min: 1960, max: 2026 }).map(String)), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(pairs, dates, (sequences, released) => {
        const relations = sequences.map(([before, after]) => is(before, "SEQUEL", after));
        const order = sortByStory(dated(...released), relations);
        expect([...order].sort((one, other) => one - other)).toEqual(ids);
        for (const [before, after] of sequences)
          expect(order.indexOf(before)).toBeLessThan(order.indexOf(after));
      }),
    );
  });
});

describe("an owner's order", () => {
  it("stands above the computed one, and new titles follow their predecessors", () => {
    const positions = new Map([
      [1, 2],
      [2, 1],
      [4, 3],
    ]);
    expect(applyPositions([1, 2, 3, 4], positions)).toEqual([2, 1, 3, 4]);
    expect(applyPositions([5, 1, 2, 4], positions)).toEqual([5, 2, 1, 4]);
  });

  it("is absent without positions of these titles", () => {
    expect(applyPositions([3, 1, 2], new Map([[9, 1]]))).toEqual([3, 1, 2]);
  });
});

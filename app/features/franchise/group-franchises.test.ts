import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TitleRelation } from "./franchise-relations";
import { groupFranchises } from "./group-franchises";

type Row = [from: number, relation: string, to: number];
const toRelations = (rows: readonly Row[]): TitleRelation[] =>
  rows.map(([from, relation, to]) => ({ from, relation, to }));

function group(rows: readonly Row[], existing = [1, 2, 3, 4, 5, 6, 7, 8]): number[][] {
  return groupFranchises(new Set(existing), toRelations(rows), (one, other) => one - other)
    .map((ids) => [...ids].sort((one, other) => one - other))
    .sort(([one = 0], [other = 0]) => one - other);
}

describe("a franchise", () => {
  it.each(["SEQUEL", "PREQUEL", "SIDE_STORY", "PARENT", "ALTERNATIVE", "SPIN_OFF", "SUMMARY"])(
    "is joined by %s",
    (relation) => {
      expect(group([[1, relation, 2]])).toEqual([[1, 2]]);
    },
  );

  it.each(["CHARACTER", "OTHER"])("is not joined by %s", (relation) => {
    expect(group([[1, relation, 2]])).toEqual([]);
  });

  it("joins titles across one that the catalog lacks, which is no member", () => {
    const rows: Row[] = [
      [1, "SEQUEL", 9],
      [2, "PREQUEL", 9],
    ];
    expect(group(rows)).toEqual([[1, 2]]);
    expect(group([[1, "SEQUEL", 9]])).toEqual([]);
  });

  it("survives cycles and repeated relations", () => {
    const rows: Row[] = [
      [1, "SEQUEL", 2],
      [2, "SEQUEL", 3],
      [3, "SEQUEL", 1],
      [3, "SEQUEL", 1],
      [1, "SIDE_STORY", 3],
    ];
    expect(group(rows)).toEqual([[1, 2, 3]]);
  });

  it("does not grow by a crossover, which belongs to the first of its parents", () => {
    const rows: Row[] = [
      [1, "SEQUEL", 2],
      [3, "SEQUEL", 4],
      [5, "PARENT", 4],
      [1, "SIDE_STORY", 5],
    ];
    expect(group(rows)).toEqual([
      [1, 2, 5],
      [3, 4],
    ]);
  });

  it("counts several parents in one franchise as one", () => {
    const rows: Row[] = [
      [1, "SEQUEL", 2],
      [3, "PARENT", 1],
      [3, "PARENT", 2],
    ];
    expect(group(rows)).toEqual([[1, 2, 3]]);
  });

  it("is the same for any order of the relations, and has each title once", () => {
    const relation = fc.constantFrom("SEQUEL", "PREQUEL", "SIDE_STORY", "PARENT", "OTHER");
    const id = fc.integer({ min: 1, max: 12 });
    const rows = fc.uniqueArray(fc.tuple(id, relation, id), {
      maxLength: 25,
      selector: ([from, , to]) => `${from} ${to}`,
    });
    const existing = Array.from({ length: 10 }, (_, index) => index + 1);
    fc.assert(
      fc.property(
        rows.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const groups = group(list, existing);
          expect(group(shuffled, existing)).toEqual(groups);
          const members = groups.flat();
          expect(new Set(members).size).toBe(members.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { indexFranchises, completedFranchises, type IndexedMember } from "./completed-franchises";

const member = (id: number, fields: Partial<IndexedMember> = {}): IndexedMember => ({
  id,
  franchise: 1,
  role: "main",
  mature: false,
  ratingCode: "g",
  announced: false,
  ...fields,
});
const seen = (members: readonly IndexedMember[], ids: readonly number[], parentalControl = true) =>
  [...completedFranchises(indexFranchises(members), new Set(ids), { parentalControl })].sort();

describe("a franchise is wholly seen", () => {
  it("when every title of its story is, and then with its recaps and specials", () => {
    const members = [member(1), member(2), member(3, { role: "recap" })];
    expect(seen(members, [1])).toEqual([]);
    expect(seen(members, [1, 2])).toEqual([1, 2, 3]);
  });

  it("without a title that is only announced, which stays", () => {
    expect(seen([member(1), member(2, { announced: true })], [1])).toEqual([1]);
  });

  it("when all of one that has only specials are", () => {
    const members = [member(1, { role: "special" }), member(2, { role: "special" })];
    expect(seen(members, [1])).toEqual([]);
    expect(seen(members, [1, 2])).toEqual([1, 2]);
  });

  it("as if titles that parental control hides did not exist", () => {
    const members = [member(1), member(2, { mature: true })];
    expect(seen(members, [1])).toEqual([1]);
    expect(seen(members, [1], false)).toEqual([]);
    expect(seen(members, [1, 2], false)).toEqual([1, 2]);
    expect(seen(members, [2])).toEqual([]);
  });

  it("when it is a title alone", () => {
    expect(seen([], [7])).toEqual([7]);
  });
});

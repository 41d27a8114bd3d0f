import { describe, expect, it } from "vitest";
import { groupStaff } from "./credit";

const member = (id: number, ...roles: string[]) => ({
  id,
  name: `Person ${id}`,
  name_japanese: null,
  image_url: null,
  roles,
});

describe("groupStaff", () => {
  it("lists the key roles first, others by name, and each person in all roles", () => {
    const groups = groupStaff([
      member(1, "Storyboard", "Director"),
      member(2, "Music"),
      member(3, "Key Animation", "Storyboard"),
    ]);
    expect(groups.map(({ role, people }) => [role, people.map(({ id }) => id)])).toEqual([
      ["Director", [1]],
      ["Music", [2]],
      ["Key Animation", [3]],
      ["Storyboard", [1, 3]],
    ]);
  });
});

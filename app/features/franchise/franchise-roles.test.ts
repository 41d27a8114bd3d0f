import { expect, it } from "vitest";
import { franchiseRoles, isOptional } from "./franchise-roles";

const is = (from: number, relation: string, to: number) => ({ from, relation, to });

it("tells the main story from what stands beside it", () => {
  const types = ["TV", "TV", "Movie", "OVA", "Special", "TV", "Movie"];
  const titles = types.map((type, index) => ({ id: index + 1, type }));
  const roles = franchiseRoles(1, titles, [
    is(1, "SEQUEL", 2),
    is(3, "PREQUEL", 2),
    is(4, "PARENT", 1),
    is(1, "SIDE_STORY", 5),
    is(1, "ALTERNATIVE", 6),
    is(2, "SUMMARY", 7),
  ]);
  expect([...roles.values()]).toEqual([
    "main",
    "main",
    "main",
    "side",
    "special",
    "alternative",
    "recap",
  ]);
  expect([...roles.values()].filter(isOptional)).toEqual(["special", "recap"]);
});

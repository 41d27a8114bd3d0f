import { expect, it } from "vitest";
import { franchiseRoles, isOptional, type RoleTitle } from "./franchise-roles";

const title = (id: number, fields: Partial<RoleTitle> = {}): RoleTitle => ({
  id,
  type: "TV",
  minutes: 24,
  isNamedRecap: false,
  ...fields,
});
const is = (from: number, relation: string, to: number) => ({ from, relation, to });

it("tells the main story from what stands beside it", () => {
  const types = ["TV", "TV", "Movie", "OVA", "Special", "TV", "Movie"];
  const titles = types.map((type, index) => title(index + 1, { type }));
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

it("counts a special that continues the story to it, and no other special", () => {
  const roles = franchiseRoles(
    1,
    [
      title(1),
      title(2, { type: "TV Special", minutes: 72 }),
      title(3, { type: "Special", minutes: null }),
      title(4, { type: "Special", minutes: 5 }),
      title(5, { type: "TV Special", minutes: 105 }),
      title(6, { type: "Music", minutes: 20 }),
      title(7, { type: "Special" }),
    ],
    [
      is(2, "PREQUEL", 1),
      is(2, "SEQUEL", 3),
      is(1, "SEQUEL", 4),
      is(1, "SEQUEL", 5),
      is(5, "PARENT", 1),
      is(1, "SEQUEL", 6),
      is(7, "PARENT", 1),
    ],
  );
  expect([...roles.values()]).toEqual([
    "main",
    "main",
    "main",
    "special",
    "special",
    "special",
    "special",
  ]);
});

it("takes a compilation for a recap that relations call an alternative or a sequel", () => {
  const movie = { type: "Movie", isNamedRecap: true };
  const roles = franchiseRoles(
    1,
    [title(1), title(2, movie), title(3, movie), title(4, { type: "Movie" })],
    [is(2, "ALTERNATIVE", 1), is(1, "SEQUEL", 3), is(4, "ALTERNATIVE", 1)],
  );
  expect([...roles.values()]).toEqual(["main", "recap", "recap", "alternative"]);
});

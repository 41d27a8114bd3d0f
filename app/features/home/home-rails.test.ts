import { describe, expect, it } from "vitest";
import {
  arrangeRails,
  HOME_RAILS,
  moveRail,
  RAIL_ID,
  searchOfRail,
  searchRail,
} from "./home-rails";

const SEARCH = "0d9d8c1e-6a7b-4c3d-9e8f-001122334455";
const ids = (order: readonly string[], pinned: readonly string[] = []) =>
  arrangeRails({ order, hidden: [] }, pinned).map(({ id }) => id);

describe("arrangeRails", () => {
  it("is the default order without a layout", () => {
    expect(ids([])).toEqual(HOME_RAILS);
  });

  it("puts pinned searches before missed sequels, in their own order", () => {
    const rails = ids([], ["b", "a"]);
    const at = rails.indexOf("missedSequels");
    expect(rails.slice(at - 3, at)).toEqual(["featured", "search:b", "search:a"]);
    expect(rails).toHaveLength(HOME_RAILS.length + 2);
  });

  it("follows the layout", () => {
    const order = [...HOME_RAILS].reverse();
    expect(ids(order)).toEqual(order);
  });

  it("puts a rail that the layout does not name after its predecessor", () => {
    const order = [
      "popular",
      ...HOME_RAILS.filter((rail) => !["popular", "season"].includes(rail)),
    ];
    const others = HOME_RAILS.filter((rail) => rail !== "popular");
    expect(ids(order)).toEqual(["popular", ...others]);
  });

  it("puts the first rail first when the layout does not name it", () => {
    expect(ids(HOME_RAILS.slice(1))).toEqual(HOME_RAILS);
  });

  it("ignores unknown, repeated and unpinned rails", () => {
    expect(ids(["gone", "upNext", "upNext", searchRail(SEARCH), ...HOME_RAILS.slice(1)])).toEqual(
      HOME_RAILS,
    );
  });

  it("keeps hidden rails in their place", () => {
    const rails = arrangeRails({ order: [], hidden: ["popular", "gone"] });
    expect(rails.filter(({ shown }) => !shown)).toEqual([{ id: "popular", shown: false }]);
    expect(rails.map(({ id }) => id)).toEqual(HOME_RAILS);
  });
});

describe("moveRail", () => {
  const order = ["a", "b", "c"] as const;
  it.each([
    ["b", -1, ["b", "a", "c"]],
    ["b", 1, ["a", "c", "b"]],
    ["a", -1, ["a", "b", "c"]],
    ["c", 1, ["a", "b", "c"]],
    ["gone", 1, ["a", "b", "c"]],
    ["gone", -1, ["a", "b", "c"]],
  ] as const)("moves %s by %s", (id, step, expected) => {
    expect(moveRail(order, id, step)).toEqual(expected);
  });
});

it("tells searches from the site's rails", () => {
  expect(searchOfRail(searchRail(SEARCH))).toBe(SEARCH);
  expect(searchOfRail("popular")).toBeNull();
  for (const id of [...HOME_RAILS, searchRail(SEARCH)]) expect(id).toMatch(RAIL_ID);
});

import { describe, expect, it } from "vitest";
import { groupByYear } from "./group-by-year";

describe("groupByYear", () => {
  it("joins the items of a year, wherever they stand", () => {
    expect(
      groupByYear([{ year: null }, { year: 2021 }, { year: 2019 }, { year: 2021 }]).map(
        ({ year, items }) => [year, items.length],
      ),
    ).toEqual([
      [null, 1],
      [2021, 2],
      [2019, 1],
    ]);
  });
});

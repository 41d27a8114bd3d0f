import { expect, it } from "vitest";
import { filterPath, lengthPath, ownScorePath, statePath, typePath } from "./list-filter-path";

it("links each group to My list with its filter", () => {
  expect(filterPath({ genres: ["Sci-Fi"] })).toBe("/list?state=all&genre_filter=Sci-Fi");
  expect(filterPath({ studios: ["Kyoto Animation"] })).toBe(
    "/list?state=all&studio_filter=Kyoto-Animation",
  );
  expect(filterPath({ years: [1998] })).toBe("/list?state=all&year_filter=1998");
  expect(typePath("Movie")).toBe("/list?state=all&type_filter=Movie");
  expect(typePath("Music video of old")).toBeUndefined();
});

it("links own scores to those that a bar counts", () => {
  expect(ownScorePath({ from: 75, to: 84 })).toBe("/list?state=all&own_score=75-84");
});

it("links states to their tabs, the default one without a parameter", () => {
  expect(statePath("completed")).toBe("/list?state=completed");
  expect(statePath("watching")).toBe("/list");
  expect(statePath("rewatching")).toBe("/list");
  expect(statePath(null)).toBe("/list?state=collection");
});

it("links lengths to the least and the most episodes", () => {
  expect(lengthPath("1")).toBe("/list?state=all&episodes_min=1&episodes_max=1");
  expect(lengthPath("7–16")).toBe("/list?state=all&episodes_min=7&episodes_max=16");
  expect(lengthPath("101+")).toBe("/list?state=all&episodes_min=101");
  expect(lengthPath(null)).toBeUndefined();
});

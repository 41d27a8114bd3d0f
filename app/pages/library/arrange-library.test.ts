import { describe, expect, it } from "vitest";
import { arrangeLibrary } from "./arrange-library";

/** Titles in the order of their names. */
const titles = [
  { id: 1, franchise: 1, popularity: 20 },
  { id: 2, franchise: 1, popularity: 10 },
  { id: 3, franchise: null, popularity: 5 },
  { id: 4, franchise: 4, popularity: null },
  // Nothing of it plays for the viewer.
  { id: 5, franchise: 4, popularity: 1 },
];
const languages = { audio: [], subtitles: [] };
const playable = new Map([
  [1, { ...languages, addedAt: 1_000 }],
  [2, { ...languages, addedAt: 3_000 }],
  [3, { ...languages, addedAt: null }],
  [4, { ...languages, addedAt: 2_000 }],
]);
const library = { titles, playable, begun: new Set([2, 3]) };
const ids = (view: Parameters<typeof arrangeLibrary>[0]) =>
  arrangeLibrary(view, library).map(({ id }) => id);

describe("arrangeLibrary", () => {
  it("lists what the viewer can play by title", () => {
    expect(ids("titles")).toEqual([1, 2, 3, 4]);
  });

  it("lists the latest first, and last what has no date", () => {
    expect(ids("added")).toEqual([2, 4, 1, 3]);
  });

  it("lists of what nothing was watched", () => {
    expect(ids("unwatched")).toEqual([1, 4]);
  });

  it("lists the most popular title of each franchise that has several here", () => {
    expect(arrangeLibrary("franchises", library)).toEqual([{ id: 2, others: 1 }]);
  });
});

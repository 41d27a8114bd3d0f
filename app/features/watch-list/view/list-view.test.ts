import { describe, expect, it } from "vitest";
import { NO_FILTERS } from "~/features/listing/filters/filters";
import { isNarrowed, listPath, readListView } from "./list-view";

const read = (query: string) => readListView(new URLSearchParams(query));

describe("the URL of My list", () => {
  it("omits defaults", () => {
    expect(listPath(read(""))).toBe("/list");
    expect(listPath(read("state=watching&sort=change&page=1&q=+&tag=&own_score="))).toBe("/list");
  });

  it("round-trips every choice", () => {
    const path =
      "/list?state=paused&q=a+b&tag=cosy&tag=a%2C+b&own_score=75-84&sort=airing&view=table&filters=open&page=3";
    expect(listPath(read(path.slice("/list?".length)))).toBe(path);
    const filters = { ...NO_FILTERS, genres: ["sci fi"], yearMin: 2000, types: ["TV"] } as const;
    expect(listPath(readListView(new URLSearchParams(), filters))).toBe(
      "/list?genre_filter=sci-fi&type_filter=TV&year_min=2000",
    );
  });

  it("falls back to defaults for values that do not exist", () => {
    expect(read("state=x&sort=x&view=x&page=-1&filters=x")).toMatchObject({
      tab: "watching",
      order: "change",
      layout: null,
      page: 1,
      isOpen: false,
    });
  });

  it.each([
    ["0-100", [0, 100]],
    ["80-80", [80, 80]],
    ["81-80", null],
    ["0-101", null],
    ["80", null],
    ["-1-5", null],
    ["a-b", null],
  ])("reads the own score %j as %j", (text, range) => {
    expect(read(`own_score=${text}`).ownScore).toEqual(range);
  });

  it("bounds tags and text, and leaves out what a database cannot compare", () => {
    const tags = Array.from({ length: 30 }, (_, index) => `tag=${index}`).join("&");
    expect(read(`${tags}&tag=0`).tags).toHaveLength(20);
    expect(read("tag=a%00b").tags).toEqual([]);
    expect(read(`q=a%00b${"x".repeat(200)}`).search).toHaveLength(100);
  });

  it("knows whether anything but the tab narrows the list", () => {
    expect(
      ["", "state=paused&sort=title&view=grid", "q=x", "tag=x", "own_score=0-9"]
        .map(read)
        .map(isNarrowed),
    ).toEqual([false, false, true, true, true]);
    expect(
      isNarrowed(readListView(new URLSearchParams(), { ...NO_FILTERS, withBanner: true })),
    ).toBe(true);
  });
});

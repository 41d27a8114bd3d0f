import { describe, expect, it } from "vitest";
import { NO_FILTERS } from "~/features/listing/filters/filters";
import { isNarrowed, listPath, readListView } from "./list-view";

const read = (query: string) => readListView(new URLSearchParams(query));

describe("the URL of My list", () => {
  it("omits defaults", () => {
    expect(listPath(read(""))).toBe("/list");
    expect(listPath(read("state=watching&sort=change&view=rows&page=1&q=+&tag="))).toBe("/list");
  });

  it("round-trips every choice", () => {
    const path =
      "/list?state=paused&q=a+b&tag=cosy&tag=a%2C+b&sort=airing&view=table&filters=open&page=3";
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
      layout: "rows",
      page: 1,
      isOpen: false,
    });
  });

  it("bounds tags and text, and leaves out what a database cannot compare", () => {
    const tags = Array.from({ length: 30 }, (_, index) => `tag=${index}`).join("&");
    expect(read(`${tags}&tag=0`).tags).toHaveLength(20);
    expect(read("tag=a%00b").tags).toEqual([]);
    expect(read(`q=a%00b${"x".repeat(200)}`).search).toHaveLength(100);
  });

  it("knows whether anything but the tab narrows the list", () => {
    expect(
      ["", "state=paused&sort=title&view=grid", "q=x", "tag=x"].map(read).map(isNarrowed),
    ).toEqual([false, false, true, true]);
    expect(
      isNarrowed(readListView(new URLSearchParams(), { ...NO_FILTERS, withBanner: true })),
    ).toBe(true);
  });
});

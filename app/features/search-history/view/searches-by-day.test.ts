import { describe, expect, it } from "vitest";
import { serverWords } from "~/language/catalogs.server";
import { searchesByDay } from "./searches-by-day";

const words = serverWords("en");
const now = new Date("2026-03-30T12:00:00Z");
const search = (timestamp: string, query = "x") => ({
  id: timestamp,
  user_id: "u",
  query,
  timestamp,
});

describe("the search history by day", () => {
  it("puts searches under the day on which they were made in the reader's zone", () => {
    const searches = [
      search("2026-03-30T11:59:00Z"),
      search("2026-03-29T22:30:00Z"),
      search("2026-03-29T21:30:00Z"),
    ];
    const headings = (zone: string) =>
      searchesByDay(searches, { zone, now, words }).map(({ heading, searches: lines }) => [
        heading,
        ...lines.map(({ time }) => time),
      ]);
    expect(headings("UTC")).toEqual([
      ["Today", "11:59"],
      ["Yesterday", "22:30", "21:30"],
    ]);
    expect(headings("Europe/Berlin")).toEqual([
      ["Today", "13:59", "00:30"],
      ["Yesterday", "23:30"],
    ]);
  });

  it("calls yesterday what was yesterday also when the clocks changed", () => {
    expect(
      searchesByDay([search("2026-03-28T23:30:00Z")], { zone: "Europe/Berlin", now, words })[0]
        ?.heading,
    ).toBe("Yesterday");
  });

  it("names the year of days of other years only", () => {
    const [thisYear, lastYear] = searchesByDay(
      [search("2026-01-02T10:00:00Z"), search("2025-12-31T10:00:00Z")],
      { zone: "UTC", now, words },
    ).map(({ heading }) => heading);
    expect(thisYear).toMatch(/^Friday,? 2 January$/);
    expect(
      searchesByDay([search("2026-01-02T10:00:00Z")], {
        zone: "UTC",
        now,
        words: serverWords("es"),
      })[0]?.heading,
    ).toBe("viernes, 2 de enero");
    expect(lastYear).toMatch(/^Wednesday,? 31 December 2025$/);
  });
});

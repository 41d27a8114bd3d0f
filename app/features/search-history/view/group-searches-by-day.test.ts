import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { groupSearchesByDay } from "./group-searches-by-day";

const i18n = serverI18n("en");
const now = new Date("2026-03-30T12:00:00Z");
const search = (timestamp: string, query = "x") => ({
  id: timestamp,
  user_id: "u",
  query,
  timestamp,
});

describe("the search history by day", () => {
  it("groups searches by day in the user's zone", () => {
    const searches = [
      search("2026-03-30T11:59:00Z"),
      search("2026-03-29T22:30:00Z"),
      search("2026-03-29T21:30:00Z"),
    ];
    const headings = (zone: string) =>
      groupSearchesByDay(searches, { zone, now, i18n }).map(({ heading, items: lines }) => [
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

  it("labels yesterday correctly across a change of clocks", () => {
    expect(
      groupSearchesByDay([search("2026-03-28T23:30:00Z")], { zone: "Europe/Berlin", now, i18n })[0]
        ?.heading,
    ).toBe("Yesterday");
  });

  it("shows the year only for days of other years", () => {
    const [thisYear, lastYear] = groupSearchesByDay(
      [search("2026-01-02T10:00:00Z"), search("2025-12-31T10:00:00Z")],
      { zone: "UTC", now, i18n },
    ).map(({ heading }) => heading);
    expect(thisYear).toMatch(/^Friday,? 2 January$/);
    expect(
      groupSearchesByDay([search("2026-01-02T10:00:00Z")], {
        zone: "UTC",
        now,
        i18n: serverI18n("es"),
      })[0]?.heading,
    ).toBe("viernes, 2 de enero");
    expect(lastYear).toMatch(/^Wednesday,? 31 December 2025$/);
  });
});

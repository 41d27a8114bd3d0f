import { describe, expect, it } from "vitest";
import { seasonAt, offsetSeason } from "./season";

describe("seasonAt", () => {
  it.each([
    ["2026-01-01T00:00:00Z", { year: 2026, name: "Winter" }],
    ["2026-03-31T14:59:59Z", { year: 2026, name: "Winter" }],
    ["2026-03-31T15:00:00Z", { year: 2026, name: "Spring" }],
    ["2026-12-31T15:00:00Z", { year: 2027, name: "Winter" }],
    ["2026-11-20T00:00:00Z", { year: 2026, name: "Fall" }],
  ])("places %s by Japan's calendar", (instant, season) => {
    expect(seasonAt(new Date(instant))).toEqual(season);
  });
});

describe("offsetSeason", () => {
  it("crosses the year in both directions", () => {
    expect(offsetSeason({ year: 2026, name: "Winter" }, -1)).toEqual({ year: 2025, name: "Fall" });
    expect(offsetSeason({ year: 2026, name: "Fall" }, 1)).toEqual({ year: 2027, name: "Winter" });
    expect(offsetSeason({ year: 2026, name: "Spring" }, 1)).toEqual({ year: 2026, name: "Summer" });
  });
});

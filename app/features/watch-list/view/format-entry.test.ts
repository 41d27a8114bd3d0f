import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { formatChanges, formatOwnScore, formatPartialDate } from "./format-entry";
import { FACT_DOT } from "~/ui/fact-dot";

const i18n = serverI18n("en");

describe("an own score", () => {
  it.each([
    ["100", "85"],
    ["10.0", "8.5"],
    ["10", "9"],
    ["5", "4 ★"],
    ["3", "🙂"],
  ] as const)("of 85 on the scale %s is %s", (scale, text) => {
    expect(formatOwnScore(i18n, 85, scale)).toBe(text);
  });
});

describe("a partial date", () => {
  it.each([
    ["2024", "2024"],
    ["2024-05", "May 2024"],
    ["2024-05-17", "17 May 2024"],
  ])("%s reads %s", (date, text) => {
    expect(formatPartialDate(i18n, date)).toBe(text);
  });
});

describe("a change of an entry", () => {
  it.each([
    [{ field: "on_list", from: false, to: true }, "Added to your list"],
    [{ field: "state", from: null, to: "watching" }, "Status: Collection → Watching"],
    [{ field: "episodes_seen", from: 4, to: 5 }, "Episodes watched: 4 → 5"],
    [{ field: "score", from: null, to: 80 }, "Score: – → 8"],
    [{ field: "finished_on", from: "2024-05", to: null }, "Finish date: May 2024 → –"],
    [{ field: "tags", from: [], to: ["funny", "short"] }, "Tags: – → funny and short"],
    [{ field: "priority", from: 0, to: 2 }, "Priority: Normal → Highest"],
    [{ field: "private", from: false, to: true }, "Made private"],
    [{ field: "notes", from: null, to: "secret" }, "Notes"],
    [{ field: "rewatches", from: [], to: [{}] }, "Rewatches: 0 → 1"],
    [{ field: "rewatches", from: [{}], to: [{ score: 80 }] }, "Rewatches"],
    [{ field: "skipped_episodes", from: "", to: "3" }, "Skipped episodes: – → 3"],
  ])("%j reads %s", (change, text) => {
    expect(formatChanges(i18n, [change], "10")).toBe(text);
  });

  it("that adds a title names its list once", () => {
    const changes = [
      { field: "on_list", from: false, to: true },
      { field: "state", from: null, to: "watching" },
      { field: "score", from: null, to: 80 },
    ];
    expect(formatChanges(i18n, changes, "10")).toBe(`Added to Watching${FACT_DOT}Score: – → 8`);
  });
});

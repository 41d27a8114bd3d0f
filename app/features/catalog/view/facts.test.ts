import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import {
  episodeDuration,
  formatAired,
  formatEpisodeCount,
  formatCardFacts,
  formatYearAndType,
  sortInWatchOrder,
  formatDuration,
  formatRelation,
} from "./facts";
import { FACT_DOT } from "~/ui/fact-dot";

const en = serverI18n("en");
const es = serverI18n("es");

describe("formatYearAndType", () => {
  it("joins the known facts", () => {
    expect(formatYearAndType(en, { year: 2023, type: "TV" })).toBe(`2023${FACT_DOT}TV`);
    expect(formatYearAndType(en, { year: null, type: "OVA" })).toBe("OVA");
    expect(formatYearAndType(en, { year: null, type: null })).toBe("");
    expect(formatYearAndType(es, { year: 1998, type: "Movie" })).toBe(`1998${FACT_DOT}Película`);
  });
});

describe("cardEpisodes", () => {
  it("counts episodes, except a film's only one", () => {
    expect(formatEpisodeCount(en, { type: "TV", episodes: 28 })).toBe("28 ep");
    expect(formatEpisodeCount(en, { type: "TV", episodes: null })).toBeNull();
    expect(formatEpisodeCount(en, { type: "Movie", episodes: 1 })).toBeNull();
    expect(formatCardFacts(en, { year: 2023, type: "TV", episodes: 28 })).toBe(
      `2023${FACT_DOT}TV${FACT_DOT}28 ep`,
    );
  });
});

describe("airedInWords", () => {
  it("formats a day, a range and null", () => {
    expect(formatAired(en, "2001-08-01T00:00:00Z", null)).toBe("1 Aug 2001");
    expect(formatAired(en, "1998-04-03T00:00:00Z", "1999-04-24T00:00:00Z")).toBe(
      "3 Apr 1998 to 24 Apr 1999",
    );
    expect(formatAired(es, "1998-04-03T00:00:00Z", "1999-04-24T00:00:00Z")).toBe(
      "3 abr 1998 – 24 abr 1999",
    );
    expect(formatAired(en, null, "1999-04-24T00:00:00Z")).toBeNull();
  });

  it("ignores an end before the start", () => {
    expect(formatAired(en, "2001-08-01T00:00:00Z", "2001-07-01T00:00:00Z")).toBe("1 Aug 2001");
  });
});

describe("lengthInWords", () => {
  it("translates the catalog's lengths, and leaves other texts unchanged", () => {
    expect([
      formatDuration(en, "24 min per ep"),
      formatDuration(en, "1 hr 36 min"),
      formatDuration(en, "30 sec"),
    ]).toEqual(["24 min per ep", "1 h 36 min", "30 s"]);
    expect([
      formatDuration(es, "24 min per ep"),
      formatDuration(es, "2 hr"),
      formatDuration(es, "a while"),
    ]).toEqual(["24 min por ep.", "2 h", "a while"]);
  });
});

describe("episodeDuration", () => {
  it.each([
    ["24 min per ep", 25, "24 min"],
    ["24 min per ep", 30, "24 min"],
    ["22 min per ep", 30, "22 min"],
    ["30 min per ep", 25, "30 min"],
    ["1 hr 55 min", 115, "1 hr 55 min"],
    ["40 sec per ep", 1, "40 sec"],
    ["3 min per ep", 5, "3 min"],
  ])("is the title's, %s, where an episode has about as many minutes: %i", (title, own, text) => {
    expect(episodeDuration(title, own)).toBe(text);
  });

  it.each([
    ["25 min per ep", 50, "50 min"],
    ["30 min per ep", 85, "1 hr 25 min"],
    ["26 min per ep", 35, "35 min"],
    ["24 min per ep", 12, "12 min"],
    ["5 min per ep", 10, "10 min"],
    ["1 hr 12 min per ep", 120, "2 hr"],
    ["Unknown", 25, "25 min"],
    [null, 25, "25 min"],
  ])("is the episode's own beside another of the title, %s: %i minutes", (title, own, text) => {
    expect(episodeDuration(title, own)).toBe(text);
  });

  it("is null for an episode without one", () => {
    expect(episodeDuration("24 min per ep", null)).toBeNull();
  });
});

describe("relations", () => {
  it("have labels", () => {
    expect(formatRelation(en, "SIDE_STORY")).toBe("Side story");
    expect(formatRelation(en, "Sequel")).toBe("Sequel");
    expect(formatRelation(en, "Odd relation")).toBe("Odd relation");
    expect(formatRelation(es, "SIDE_STORY")).toBe("Historia paralela");
  });

  it("are in watch order, unknown ones last", () => {
    const relations = [
      { mal_id: 5, relation: "OTHER" },
      { mal_id: 4, relation: "CROSSOVER" },
      { mal_id: 3, relation: "SEQUEL" },
      { mal_id: 2, relation: "PREQUEL" },
      { mal_id: 1, relation: "SEQUEL" },
    ];
    expect(sortInWatchOrder(relations).map(({ mal_id }) => mal_id)).toEqual([2, 1, 3, 5, 4]);
  });
});

import { describe, expect, it } from "vitest";
import { airedInWords, cardEpisodes, cardLine, inWatchOrder, relationInWords } from "./facts";

describe("cardLine", () => {
  it("joins what is known", () => {
    expect(cardLine({ year: 2023, type: "TV" })).toBe("2023 · TV");
    expect(cardLine({ year: null, type: "OVA" })).toBe("OVA");
    expect(cardLine({ year: null, type: null })).toBe("");
  });
});

describe("cardEpisodes", () => {
  it("counts episodes, but not the one of a film", () => {
    expect(cardEpisodes({ type: "TV", episodes: 28 })).toBe("28 ep");
    expect(cardEpisodes({ type: "TV", episodes: null })).toBeNull();
    expect(cardEpisodes({ type: "Movie", episodes: 1 })).toBeNull();
  });
});

describe("airedInWords", () => {
  it("tells a day, a span and nothing", () => {
    expect(airedInWords("2001-09-01T00:00:00Z", null)).toBe("Sep 1, 2001");
    expect(airedInWords("1998-04-03T00:00:00Z", "1999-04-24T00:00:00Z")).toBe("Apr 3, 1998 to Apr 24, 1999");
    expect(airedInWords(null, "1999-04-24T00:00:00Z")).toBeNull();
  });

  it("ignores an end before the beginning", () => {
    expect(airedInWords("2001-09-01T00:00:00Z", "2001-08-01T00:00:00Z")).toBe("Sep 1, 2001");
  });
});

describe("relations", () => {
  it("reads as words", () => {
    expect(relationInWords("SIDE_STORY")).toBe("Side story");
    expect(relationInWords("Sequel")).toBe("Sequel");
  });

  it("come in watch order, unknown ones last", () => {
    const relations = [
      { mal_id: 5, relation: "OTHER" },
      { mal_id: 4, relation: "CROSSOVER" },
      { mal_id: 3, relation: "SEQUEL" },
      { mal_id: 2, relation: "PREQUEL" },
      { mal_id: 1, relation: "SEQUEL" },
    ];
    expect(inWatchOrder(relations).map(({ mal_id }) => mal_id)).toEqual([2, 1, 3, 5, 4]);
  });
});

import { describe, expect, it } from "vitest";
import { serverWords } from "~/language/catalogs.server";
import {
  airedInWords,
  cardEpisodes,
  cardFacts,
  cardLine,
  inWatchOrder,
  lengthInWords,
  relationInWords,
} from "./facts";

const en = serverWords("en");
const es = serverWords("es");

describe("cardLine", () => {
  it("joins what is known", () => {
    expect(cardLine(en, { year: 2023, type: "TV" })).toBe("2023 · TV");
    expect(cardLine(en, { year: null, type: "OVA" })).toBe("OVA");
    expect(cardLine(en, { year: null, type: null })).toBe("");
    expect(cardLine(es, { year: 1998, type: "Movie" })).toBe("1998 · Película");
  });
});

describe("cardEpisodes", () => {
  it("counts episodes, but not the one of a film", () => {
    expect(cardEpisodes(en, { type: "TV", episodes: 28 })).toBe("28 ep");
    expect(cardEpisodes(en, { type: "TV", episodes: null })).toBeNull();
    expect(cardEpisodes(en, { type: "Movie", episodes: 1 })).toBeNull();
    expect(cardFacts(en, { year: 2023, type: "TV", episodes: 28 })).toBe("2023 · TV · 28 ep");
  });
});

describe("airedInWords", () => {
  it("tells a day, a span and nothing", () => {
    expect(airedInWords(en, "2001-08-01T00:00:00Z", null)).toBe("1 Aug 2001");
    expect(airedInWords(en, "1998-04-03T00:00:00Z", "1999-04-24T00:00:00Z")).toBe(
      "3 Apr 1998 to 24 Apr 1999",
    );
    expect(airedInWords(es, "1998-04-03T00:00:00Z", "1999-04-24T00:00:00Z")).toBe(
      "3 abr 1998 – 24 abr 1999",
    );
    expect(airedInWords(en, null, "1999-04-24T00:00:00Z")).toBeNull();
  });

  it("ignores an end before the beginning", () => {
    expect(airedInWords(en, "2001-08-01T00:00:00Z", "2001-07-01T00:00:00Z")).toBe("1 Aug 2001");
  });
});

describe("lengthInWords", () => {
  it("tells the catalog's lengths in the reader's language, and others as they are", () => {
    expect([
      lengthInWords(en, "24 min per ep"),
      lengthInWords(en, "1 hr 36 min"),
      lengthInWords(en, "30 sec"),
    ]).toEqual(["24 min per ep", "1 h 36 min", "30 s"]);
    expect([
      lengthInWords(es, "24 min per ep"),
      lengthInWords(es, "2 hr"),
      lengthInWords(es, "a while"),
    ]).toEqual(["24 min por ep.", "2 h", "a while"]);
  });
});

describe("relations", () => {
  it("reads as words", () => {
    expect(relationInWords(en, "SIDE_STORY")).toBe("Side story");
    expect(relationInWords(en, "Sequel")).toBe("Sequel");
    expect(relationInWords(en, "Odd relation")).toBe("Odd relation");
    expect(relationInWords(es, "SIDE_STORY")).toBe("Historia paralela");
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

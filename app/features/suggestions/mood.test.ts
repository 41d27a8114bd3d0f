import { describe, expect, it } from "vitest";
import { MOODS, moodsOf, suitsMood, type Mood, type MoodFacts } from "./mood";
import { moodPath } from "./mood-path";
import { parseMood } from "./parse-mood.server";

const facts = (fields: Partial<MoodFacts>): MoodFacts => ({
  episodes: null,
  minutes: null,
  year: null,
  status: null,
  termKeys: [],
  ...fields,
});
const suits = (fields: Partial<MoodFacts>, mood: Mood) => suitsMood(moodsOf(facts(fields)), mood);

describe("moods of a title", () => {
  it.each([
    [{ episodes: 1, minutes: 120 }, "evening"],
    [{ episodes: 1, minutes: 121 }, "weekend"],
    [{ episodes: 25, minutes: 24 }, "weekend"],
    [{ episodes: 1, minutes: 601 }, "long"],
  ] as const)("%j takes an %s", (fields, length) => {
    for (const other of ["evening", "weekend", "long"] as const)
      expect(suits(fields, { length: other })).toBe(other === length);
  });

  it.each([
    [1_999, "classic"],
    [2_000, "2000s"],
    [2_009, "2000s"],
    [2_010, "2010s"],
    [2_019, "2010s"],
    [2_020, "2020s"],
  ] as const)("%i is of the era %s", (year, era) => {
    expect(suits({ year }, { era })).toBe(true);
  });

  it("may have several tones", () => {
    const fields = { termKeys: ["genre:comedy", "genre:horror"] };
    expect(suits(fields, { tone: "light" })).toBe(true);
    expect(suits(fields, { tone: "dark" })).toBe(true);
    expect(suits(fields, { tone: "romantic" })).toBe(false);
  });

  it("suits no choice while unknown, and every one when none is made", () => {
    for (const { name, choice } of MOODS) expect(suits({}, { [name]: choice })).toBe(false);
    expect(suits({}, {})).toBe(true);
  });

  it("has to suit every choice", () => {
    const fields = { episodes: 1, minutes: 90, status: "Finished Airing" };
    expect(suits(fields, { length: "evening", airing: "finished" })).toBe(true);
    expect(suits(fields, { length: "evening", airing: "airing" })).toBe(false);
  });
});

describe("parseMood", () => {
  const parse = (query: string) => parseMood(new URLSearchParams(query));

  it("reads what moodPath writes", () => {
    const mood = { length: "evening", era: "2000s", tone: "dark", airing: "finished" } as const;
    expect(parse(moodPath(mood).split("?")[1] ?? "")).toEqual(mood);
    expect(moodPath({})).toBe("/discover");
    expect(moodPath({ era: "classic" }, 2)).toBe("/discover?era=classic&page=2");
  });

  it("takes an empty choice for none", () => {
    expect(parse("length=&tone=")).toEqual({});
  });

  it.each(["length=tonight", "era=1990s", "tone=light&tone=dark", "airing=Finished"])(
    "rejects %s and names the field",
    (query) => {
      expect(() => parse(query)).toThrow(
        expect.objectContaining({
          issues: [expect.objectContaining({ path: query.split("=")[0] })],
        }),
      );
    },
  );
});

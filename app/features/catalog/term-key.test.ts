import { describe, expect, it } from "vitest";
import { normaliseName, termKey, termKeys } from "./term-key";

describe("normaliseName", () => {
  it.each([
    ["Sci-Fi", "sci fi"],
    ["sci_fi", "sci fi"],
    ["  SCI   FI ", "sci fi"],
    ["TEM Co., Ltd.", "tem co. ltd."],
    ["TEM Co.,Ltd.", "tem co. ltd."],
    ["Ｍａｐｐａ", "mappa"],
    ["Studio 4°C", "studio 4°c"],
    ["--", ""],
  ])("normalises %j to %j", (name, normalised) => {
    expect(normaliseName(name)).toBe(normalised);
  });

  it("is idempotent", () => {
    for (const name of ["Sci-Fi", "L²Studio", "Diomedéa", "İstanbul"])
      expect(normaliseName(normaliseName(name))).toBe(normaliseName(name));
  });
});

describe("termKeys", () => {
  it("separates kinds, so that a studio never matches a producer of the same name", () => {
    const keys = termKeys({
      genres: ["Sci-Fi"],
      themes: ["Space"],
      studios: ["Sunrise"],
      producers: ["Sunrise"],
      licensors: [],
      source: "Light novel",
    });
    expect(keys).toEqual([
      "genre:sci fi",
      "theme:space",
      "studio:sunrise",
      "producer:sunrise",
      "source:light novel",
    ]);
  });

  it("skips repeated and empty names", () => {
    expect(
      termKeys({
        genres: ["Action", "ACTION", " "],
        themes: [],
        studios: [],
        producers: [],
        licensors: [],
        source: null,
      }),
    ).toEqual(["genre:action"]);
  });

  it("builds the same key for every spelling of a name", () => {
    expect(termKey("genre", "slice_of_life")).toBe(termKey("genre", "Slice of Life"));
  });
});

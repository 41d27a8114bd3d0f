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
  ])("reads %j as %j", (name, normalised) => {
    expect(normaliseName(name)).toBe(normalised);
  });

  it("changes nothing when applied twice", () => {
    for (const name of ["Sci-Fi", "L²Studio", "Diomedéa", "İstanbul"])
      expect(normaliseName(normaliseName(name))).toBe(normaliseName(name));
  });
});

describe("termKeys", () => {
  it("keeps kinds apart, so that a studio never answers for a producer of the same name", () => {
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

  it("names nothing twice and leaves empty names out", () => {
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

  it("builds the same key for every way of writing a name", () => {
    expect(termKey("genre", "slice_of_life")).toBe(termKey("genre", "Slice of Life"));
  });
});

import { describe, expect, it } from "vitest";
import { parseQuery } from "./parse-query";

const keys = (query: string) => parseQuery(query)?.variants.map(({ title }) => title.key);

describe("parseQuery", () => {
  it.each(["", "   ", "\u200b"])("finds nothing in %j", (query) => {
    expect(parseQuery(query)).toBeNull();
  });

  it.each([
    ["a season that is being typed", "attack on titan sea", "atackontitan"],
    ["a misspelt season", "silver spoon 2nd seaosn", "silverspon2"],
    ["a misspelt part", "moriarty patr 2", "moriarty2"],
    ["a season glued to the title", "attackontitanseason2", "atackontitan2"],
    ["the first season", "naruto 1", "naruto"],
    ["what people add to a title", "watch naruto anime online", "naruto"],
    [
      "a misspelt season away from its number",
      "seaso hamsters delinquent 4",
      "hamstersdelinquent4",
    ],
    ["a single Roman numeral at the end", "crazy candies v", "crazycandies5"],
    ["its digit", "rocky 5", "rockyv"],
    ["another romanisation", "tihayahuru", "chihayafuru"],
    ["kana alone", "しんげきのきょじん", "shingekinokyojin"],
  ])("also reads %s", (_, query, key) => {
    expect(keys(query)).toContain(key);
  });

  it("puts the typed form first, and weighs all others lower", () => {
    const variants = parseQuery("attack on titan sea")?.variants ?? [];
    expect(variants[0]?.title.key).toBe("atackontitansea");
    expect(variants.slice(1).every(({ maxScore }) => maxScore < 1)).toBe(true);
  });
});

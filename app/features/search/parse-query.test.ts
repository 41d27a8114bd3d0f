import { describe, expect, it } from "vitest";
import { parseQuery, queryTerms, buildTsQuery } from "./parse-query";
import { normaliseTitle } from "./text/normalise-title";

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

describe("buildTsQuery", () => {
  const terms = (query: string) => queryTerms(normaliseTitle(query));

  it("requires all content words, the last one as a prefix", () => {
    expect(buildTsQuery(terms("attack on titan"), new Map(), false)).toBe("'atack' & 'titan':*");
  });

  it("requires particles when there is nothing else", () => {
    expect(buildTsQuery(terms("no wa"), new Map(), false)).toBe("'no' & 'wa'");
  });

  it("requires native script by pairs of characters", () => {
    expect(buildTsQuery(terms("進撃の"), new Map(), false)).toBe("('進撃' & '撃の')");
  });

  it("tolerates one missing word of three, and offers other spellings", () => {
    expect(buildTsQuery(terms("kimetsu yaibo mugen"), new Map([["yaibo", ["yaiba"]]]), true)).toBe(
      "'kimetsu' & (('yaibo' | 'yaiba') | 'mugen':*) | ('yaibo' | 'yaiba') & 'mugen':*",
    );
  });

  it("tolerates two missing words of five", () => {
    const [k, m, n, b, o] = ["'kimetsu'", "'monster':*", "'naruto'", "'bleach'", "'orange'"];
    expect(buildTsQuery(terms("kimetsu naruto bleach orange monster"), new Map(), true)).toBe(
      [
        `${k} & (${m} & (${n} | ${b} | ${o}) | ${n} & (${b} | ${o}) | ${b} & ${o})`,
        `${m} & (${n} & (${b} | ${o}) | ${b} & ${o})`,
        `${n} & ${b} & ${o}`,
      ].join(" | "),
    );
  });

  it("tolerates no missing word of two except the last, which may be incomplete", () => {
    expect(buildTsQuery(terms("purple nonsense"), new Map(), true)).toBe(
      "'nonsense':* & 'purple' | 'purple'",
    );
  });
});

import { describe, expect, it } from "vitest";
import { buildExactTsQuery, buildTolerantTsQuery } from "./build-ts-query";
import { queryTerms } from "./parse-query";
import { isPrefixScored } from "./rank-titles";
import { normaliseTitle } from "./text/normalise-title";

const terms = (query: string) => queryTerms(normaliseTitle(query));

describe("buildExactTsQuery", () => {
  const exact = (query: string) => buildExactTsQuery(terms(query));

  it("requires all content words, the last one as a prefix", () => {
    expect(exact("attack on titan")).toEqual({ indexed: "'atack' & 'titan':*", rechecked: null });
  });

  it("rechecks the prefix when two other words are long", () => {
    expect(exact("fullmetal alchemist bro")).toEqual({
      indexed: "'fulmetal' & 'alchemist'",
      rechecked: "'fulmetal' & 'alchemist' & 'bro':*",
    });
    expect(exact("full metal pan").rechecked).toBeNull();
  });

  it("requires particles when there is nothing else", () => {
    expect(exact("no wa")).toEqual({ indexed: "'no' & 'wa'", rechecked: null });
  });

  it("requires native script by pairs of characters", () => {
    expect(exact("進撃の").indexed).toBe("('進撃' & '撃の')");
  });
});

describe("buildTolerantTsQuery", () => {
  const tolerant = (
    query: string,
    spellings: Record<string, Record<string, number>> = {},
    minScore = 0.5,
  ) =>
    buildTolerantTsQuery(terms(query), {
      fuzzyTerms: new Map(
        Object.entries(spellings).map(([term, alike]) => [term, new Map(Object.entries(alike))]),
      ),
      minScore,
      isPrefixScored: isPrefixScored(normaliseTitle(query)),
    });

  it("tolerates one missing word of three, and offers other spellings", () => {
    expect(tolerant("kimetsu yaibo mugen", { yaibo: { yaiba: 0.8 } })).toBe(
      "'kimetsu' & (('yaibo' | 'yaiba') | 'mugen':*) | ('yaibo' | 'yaiba') & 'mugen':*",
    );
  });

  it("tolerates a second missing word of five only if both are short", () => {
    const [k, m, n, b, o] = ["'kimetsu'", "'monster':*", "'naruto'", "'bleach'", "'orange'"];
    expect(tolerant("kimetsu naruto bleach orange monster")).toBe(
      [
        `${k} & (${m} & (${n} & (${b} | ${o}) | ${b} & ${o}) | ${n} & ${b} & ${o})`,
        `${m} & ${n} & ${b} & ${o}`,
      ].join(" | "),
    );
    expect(tolerant("kimetsuno 5 naruto 7 monster")).toBe(
      [
        "'kimetsuno' & ('monster':* & ('naruto' & ('5' | '7') | '5' & '7')",
        "'naruto' & '5' & '7') | 'monster':* & 'naruto' & '5' & '7'",
      ].join(" | "),
    );
  });

  it("tolerates no missing word of two except the last, which may be incomplete", () => {
    expect(tolerant("purple nonsense")).toBe("'nonsense':* & 'purple' | 'purple'");
    expect(tolerant("shng ani")).toBeNull();
  });

  it("looks for the first of two words alone in spellings that suffice for a score", () => {
    expect(tolerant("shng anima", { shng: { shang: 0.8 } })).toBe(
      "'anima':* & ('shng' | 'shang') | 'shng'",
    );
  });

  it("leaves out spellings that cannot score, and queries without any", () => {
    expect(tolerant("zhang", { zhang: { zhangu: 0.83, shang: 0.8 } })).toBe(
      "('zhang':* | 'zhangu' | 'shang')",
    );
    expect(tolerant("zhang", { zhang: { zhangu: 0.83, shang: 0.8 } }, 0.51)).toBe(
      "('zhang':* | 'zhangu')",
    );
    expect(tolerant("zhang", { zhang: { shang: 0.8 } }, 0.51)).toBeNull();
  });
});

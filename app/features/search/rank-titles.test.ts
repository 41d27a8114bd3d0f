import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseTitle } from "./text/normalise-title";
import { queryTerms } from "./parse-query";
import {
  scoreExactMatch,
  scoreFuzzyPrefixMatch,
  scoreFuzzyMatch,
  prefixScorer,
  MIN_PIECE_SCORE,
  minScore,
  pieceScorer,
  rankMatches,
  termScorer,
  type KeyMatch,
} from "./rank-titles";
import { KEY_KINDS, QUALIFIERS, type KeyKind } from "./title-index/build-title-index";

function hit(title: string, kind: KeyKind = KEY_KINDS.title): KeyMatch {
  const { key, raw, strict } = normaliseTitle(title);
  return { key, raw, strict, kind };
}
const exact = (query: string, title: string, kind?: KeyKind) =>
  scoreExactMatch(normaliseTitle(query), hit(title, kind));
const misspelt = (query: string, title: string) =>
  scoreFuzzyMatch(normaliseTitle(query), hit(title));
const byTerms = (query: string, ...names: string[]) =>
  termScorer(queryTerms(normaliseTitle(query)), new Map())(names);

describe("exactQuality", () => {
  it("prefers an identical spelling, then the same letters, then the same sound", () => {
    expect(exact("k-on!!", "K-On!!")).toBeGreaterThan(exact("k-on!!", "K-On!"));
    expect(exact("soul", "Soul")).toBeGreaterThan(exact("soul", "Sol"));
  });

  it("prefers official titles to nicknames, and those to synonyms", () => {
    const [title, nickname, synonym] = [
      exact("x-men", "X-Men"),
      exact("x-men", "X-Men", KEY_KINDS.nickname),
      exact("x-men", "X-Men", KEY_KINDS.synonym),
    ];
    expect(title).toBeGreaterThan(nickname);
    expect(nickname).toBeGreaterThan(synonym);
  });

  it("prefers a season to a part of the same number", () => {
    expect(exact("spy family 2", "Spy Family Season 2")).toBeGreaterThan(
      exact("spy family 2", "Spy Family Part 2"),
    );
    expect(exact("spy family part 2", "Spy Family Part 2")).toBeGreaterThan(
      exact("spy family part 2", "Spy Family Season 2"),
    );
  });
});

describe("misspeltQuality", () => {
  it("decreases with every error and is zero beyond what the length allows", () => {
    expect(misspelt("shingeki no kyojim", "Shingeki no Kyojin")).toBeGreaterThan(
      misspelt("shingeko no kyojim", "Shingeki no Kyojin"),
    );
    expect(misspelt("nama", "Nana")).toBeGreaterThan(0);
    expect(misspelt("mama", "Nana")).toBe(0);
  });

  it("treats another number as another season", () => {
    expect(misspelt("overlord 3", "Overlord 2")).toBeLessThan(misspelt("overlard 2", "Overlord 2"));
  });
});

describe("prefixScorer", () => {
  const begins = (query: string, title: string) => {
    const { key, kind, strict } = hit(title);
    const isAlike = strict.startsWith(normaliseTitle(query).strict);
    return prefixScorer(normaliseTitle(query))({ kind, length: key.length, isAlike });
  };

  it("prefers a name that starts with the exact spelling", () => {
    expect(begins("rekka", "Rekka no Honoo")).toBeGreaterThan(begins("rekka", "Re-Kan! Zoku"));
  });
});

describe("termScorer", () => {
  it("barely penalises missing particles, and strongly missing words", () => {
    expect(byTerms("attack titan", "0:atack on titan")).toBeGreaterThan(0.8);
    expect(byTerms("attack titan zebra", "0:atack on titan")).toBeLessThan(0.5);
  });

  it("prefers names with few other words", () => {
    expect(byTerms("titan attack", "0:atack on titan")).toBeGreaterThan(
      byTerms("titan attack", "0:atack on titan junior high theater"),
    );
  });

  it("counts the anime's type or year as found, though no name contains it", () => {
    expect(byTerms("fruit basket 2019", "0:fruit basket", "9:tv 2019")).toBeGreaterThan(
      byTerms("fruit basket 2019", "0:fruit basket 2", "9:tv 2020"),
    );
    expect(byTerms("2019", "9:tv 2019")).toBe(0);
  });

  it("counts every word of the name once", () => {
    expect(byTerms("hunter hunter", "0:hunter killer")).toBeLessThan(
      byTerms("hunter hunter", "0:hunter x hunter"),
    );
  });
});

describe("termScorer", () => {
  it("lets the last word be unfinished with one wrong letter or one swap", () => {
    const whole = byTerms("shingeki", "0:shingeki");
    for (const query of ["shimgek", "hsingek", "shnigek", "shinegk", "shingej"]) {
      expect(byTerms(query, "0:shingeki")).toBeGreaterThan(0.5);
      expect(byTerms(query, "0:shingeki")).toBeLessThan(whole);
    }
    expect(byTerms("shimgej", "0:shingeki")).toBe(0);
  });

  it("scores the best name, however many it leaves out", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength: 6 });
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    const name = fc
      .tuple(fc.constantFrom(...Object.values(KEY_KINDS)), words)
      .map(([kind, tokens]) => `${kind}:${tokens.join(" ")}`);
    const spellings = fc.array(fc.tuple(word, fc.double({ min: 0.6, max: 0.95, noNaN: true })));
    fc.assert(
      fc.property(
        words,
        fc.array(name, { minLength: 1, maxLength: 6 }),
        words,
        fc.array(spellings, { maxLength: 4 }),
        (query, names, qualifiers, spellingsOfTerms) => {
          const terms = queryTerms({ ...normaliseTitle(""), tokens: query });
          const fuzzyTerms = new Map(
            spellingsOfTerms.map((spellings, index) => [query[index] ?? "", new Map(spellings)]),
          );
          const score = termScorer(terms, fuzzyTerms);
          const others = `${QUALIFIERS}:${qualifiers.join(" ")}`;
          const scores = names.map((each) => score([each, others]));
          expect(score([...names, others])).toBe(Math.max(...scores));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it("finds native words of two characters anywhere in a token", () => {
    expect(byTerms("物語", "2:化物語")).toBeGreaterThan(0.5);
    expect(byTerms("物語", "2:物のけ語り")).toBe(0);
  });

  it("is zero when more is missing than a match may lack", () => {
    expect(byTerms("cowboy bebop", "0:cowboy")).toBe(0);
    expect(byTerms("the cowboy bebop", "0:cowboy bebop")).toBeGreaterThan(0.5);
  });

  it("finds season words among the qualifiers", () => {
    expect(byTerms("season", "0:kimetsu 2", "9:tv 2021 season")).toBeGreaterThan(0.5);
  });
});

describe("rankMatches", () => {
  const match = (malId: number, score: number, popularity = 100) => ({
    malId,
    score,
    popularity,
  });

  it("orders by score, with popularity deciding between close ones", () => {
    const ranked = rankMatches([match(1, 0.85, 9_000), match(2, 0.84, 5), match(3, 1.9, 20_000)]);
    expect(ranked.map(({ malId }) => malId)).toEqual([3, 2, 1]);
  });

  it("lists each anime once, with its best match", () => {
    expect(rankMatches([match(1, 0.7), match(1, 0.9), match(2, 0.8), match(2, 0.6)])).toEqual([
      match(1, 0.9),
      match(2, 0.8),
    ]);
  });

  it("drops accidental matches and those far weaker than the best", () => {
    expect(rankMatches([match(1, 0.49)])).toEqual([]);
    expect(rankMatches([match(1, 0.5)])).toEqual([match(1, 0.5)]);
    expect(rankMatches([match(1, 1.9), match(2, 0.55)])).toEqual([match(1, 1.9)]);
    const weakest = match(2, minScore([match(1, 1.9)]));
    expect(rankMatches([match(1, 1.9), weakest])).toEqual([match(1, 1.9), weakest]);
  });

  it("lets popularity decide among obscure titles of a large catalog", () => {
    const ranked = rankMatches([match(1, 0.8, 900_000), match(2, 0.79, 60_000)]);
    expect(ranked.map(({ malId }) => malId)).toEqual([2, 1]);
  });

  it("breaks ties by popularity, then id", () => {
    expect(
      rankMatches([match(3, 0.8), match(2, 0.8), match(1, 0.8, 101)]).map(({ malId }) => malId),
    ).toEqual([2, 3, 1]);
  });
});

describe("misspeltPrefixQuality", () => {
  const beginning = (query: string, ...names: string[]) =>
    scoreFuzzyPrefixMatch(normaliseTitle(query), names);

  it("ranks a misspelt prefix by its number of errors", () => {
    expect(beginning("the rising of the shisl", "0:the rising of the shield hero")).toBeGreaterThan(
      0.7,
    );
    expect(beginning("the rising of the shild", "0:the rising of the shield hero")).toBeGreaterThan(
      beginning("the risin of teh shild", "0:the rising of the shield hero"),
    );
  });

  it("is zero for short prefixes, for whole names, for other names and for type and year", () => {
    expect(beginning("the risn", "0:the rising of the shield hero")).toBe(0);
    expect(beginning("mirai nikki", "0:mirai niki")).toBe(0);
    expect(beginning("the rising of the shisl", "0:the setting of the shield hero")).toBe(0);
    expect(beginning("movie 2011", "9:movies 2011 special")).toBe(0);
  });
});

describe("pieceScorer", () => {
  const piece = (query: string, ...names: string[]) => pieceScorer(normaliseTitle(query))?.(names);

  it("is for queries of one word in native script", () => {
    expect(pieceScorer(normaliseTitle("titan"))).toBeNull();
    expect(pieceScorer(normaliseTitle("進撃 巨人"))).toBeNull();
    expect(pieceScorer(normaliseTitle("！"))).toBeNull();
  });

  it("finds characters anywhere in a name, and prefers its beginning", () => {
    expect(piece("の巨人", "2:進撃の巨人")).toBeGreaterThanOrEqual(MIN_PIECE_SCORE);
    expect(piece("進撃", "2:進撃の巨人")).toBeGreaterThan(piece("巨人", "2:進撃の巨人") ?? 0);
    expect(piece("人巨", "2:進撃の巨人")).toBe(0);
  });

  it("prefers kana as they are written", () => {
    const katakana = ["2:かばねり", "8:カバネリ"];
    expect(piece("カバ", ...katakana)).toBeGreaterThanOrEqual(MIN_PIECE_SCORE);
    for (const other of [piece("かば", ...katakana), piece("カバ", "2:かばう")]) {
      expect(other).toBeGreaterThan(0.5);
      expect(other).toBeLessThan(MIN_PIECE_SCORE);
    }
  });

  it("is not confused by the written form of another name", () => {
    expect(piece("かば", "2:かばねり", "8:カバネリ", "3:かばう")).toBeGreaterThanOrEqual(
      MIN_PIECE_SCORE,
    );
    expect(piece("カバ", "2:かばねり", "8:カバネリ", "9:tv 2016")).toBeGreaterThanOrEqual(
      MIN_PIECE_SCORE,
    );
  });
});

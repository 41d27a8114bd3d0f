import { describe, expect, it } from "vitest";
import { queryTerms } from "./parse-query";
import {
  bestTermScore,
  maxNameScore,
  minScore,
  pieceScorer,
  prefixScorer,
  rankScore,
  scoredTerm,
  scoreExactMatch,
  scoreFuzzyMatch,
  scoreFuzzyPrefixMatch,
  termScorer,
} from "./rank-titles";
import { normaliseTitle } from "./text/normalise-title";
import { AS_WRITTEN, KEY_KINDS, type KeyKind } from "./title-index/build-title-index";

const { title: TITLE, english: ENGLISH, japanese: JAPANESE } = KEY_KINDS;
const { synonym: SYNONYM, nickname: NICKNAME, part: PART, initials: INITIALS } = KEY_KINDS;

const hit = (name: string, kind: KeyKind) => ({ ...normaliseTitle(name), kind });
const termsOf = (query: string) => queryTerms(normaliseTitle(query));

describe("an exact match", () => {
  it.each<[string, string, string, KeyKind, number]>([
    ["same punctuation", "k-on!!", "K-On!!", TITLE, 2],
    ["other punctuation", "k-on!!", "K-On!", TITLE, 1.9],
    ["same letters", "soul", "Soul", TITLE, 1.9],
    ["same letters, English", "soul", "Soul", ENGLISH, 1.9],
    ["same sound", "soul", "Sol", TITLE, 1.7],
    ["same sound, Japanese", "soul", "Sol", JAPANESE, 1.7],
    ["a season for a number", "spy family 2", "Spy Family Season 2", TITLE, 1.7],
    ["a part for a number", "spy family 2", "Spy Family Part 2", TITLE, 1.65],
    ["a season for a part", "spy family part 2", "Spy Family Season 2", TITLE, 1.65],
    ["nickname", "soul", "Sol", NICKNAME, 1.85],
    ["synonym, same letters", "soul", "Soul", SYNONYM, 1.7],
    ["synonym, same sound", "soul", "Sol", SYNONYM, 1.5],
    ["part of a title, same letters", "soul", "Soul", PART, 1.7],
    ["initials", "snk", "SNK", INITIALS, 0.86],
    ["two letters more, three alike", "zzzip", "Zip", TITLE, 1.7],
    ["three letters more, four alike", "zzzzip", "Zip", TITLE, 0],
    ["three letters more, four alike, as in the name", "zzzzip", "Zzzzip", TITLE, 1.9],
    ["three letters more, none thrice", "zziippaa", "Zipa", TITLE, 1.7],
  ])("of %s scores: %s, %s (%i)", (_, query, name, kind, score) => {
    expect(scoreExactMatch(normaliseTitle(query), hit(name, kind))).toBeCloseTo(score, 9);
  });
});

describe("a beginning", () => {
  it.each<[string, string, KeyKind, number, boolean, number]>([
    ["a quarter of a title", "zip", TITLE, 12, true, 0.85 + 0.03 / 4],
    ["nearly a whole title", "overlor", TITLE, 8, true, 0.85 + 0.03 * (7 / 8)],
    ["the same sound only", "zip", JAPANESE, 12, false, 0.85 + 0.03 / 4 - 0.11],
    ["a synonym", "zip", SYNONYM, 12, true, 0.85 + 0.03 / 4 - 0.03],
    ["a nickname", "zip", NICKNAME, 12, true, 0.85 + 0.03 / 4 - 0.03],
    ["characters of two code units", "𠮷", TITLE, 2, true, 0.85 + 0.03 / 2],
    ["a letter held down", "zzzzip", TITLE, 12, false, 0],
    ["a letter held down in the name, too", "zzzzip", TITLE, 12, true, 0.85 + 0.03 / 4],
  ])("%s scores: %s", (_, query, kind, length, isAlike, score) => {
    expect(prefixScorer(normaliseTitle(query))({ kind, length, isAlike })).toBeCloseTo(score, 9);
  });
});

describe("a misspelt name", () => {
  it.each<[string, string, string, KeyKind, number]>([
    ["one error in four letters", "nama", "Nana", TITLE, 0.92 - 1.1 / 4],
    ["of a synonym", "nama", "Nana", SYNONYM, 0.92 - 1.1 / 4 - 0.03],
    ["two errors in eight", "monstars", "Monsterz", TITLE, 0.92 - 2.2 / 8],
    ["three errors in eight", "nonstars", "Monsterz", TITLE, 0],
    ["a share of the longer one", "monste", "Monster", TITLE, 0.92 - 1.1 / 7],
    ["two errors in seven letters of eight", "monstar", "Monsterz", TITLE, 0],
    ["another number", "monster 2", "Monster 3", TITLE, 0.92 - 1.1 / 8 - 0.12],
    ["an error in long vowels", "tooru", "Tooro", TITLE, 0.92 - 1.1 / 5],
    ["a long vowel in the query only", "namou", "Nameu", TITLE, 0.92 - 1.1 / 5],
    ["a long vowel in the name only", "nameu", "Namou", TITLE, 0.92 - 1.1 / 5],
  ])("with %s scores: %s, %s", (_, query, name, kind, score) => {
    expect(scoreFuzzyMatch(normaliseTitle(query), hit(name, kind))).toBeCloseTo(score, 9);
  });
});

describe("a misspelt beginning", () => {
  const one = 0.85 - 1.1 / 8;
  it.each<[string, string, string[], number]>([
    ["one error", "overlard", ["0:overlord ple"], one],
    ["two errors", "uverlard", ["0:overlord ple"], 0.85 - 2.2 / 8],
    ["three errors", "uverlarz", ["0:overlord ple"], 0],
    ["too few letters", "overlar", ["0:overlord ple"], 0],
    ["one letter less than the name", "overlard", ["0:overlordz"], one],
    ["a whole name", "overlard", ["0:overlord"], 0],
    ["a whole name of two words", "overlard", ["0:over lord"], 0],
    ["a Japanese name", "overlard", ["2:overlord ple"], one],
    ["a synonym", "overlard", ["3:overlord ple"], one - 0.03],
    ["a nickname", "overlard", ["4:overlord ple"], one - 0.03],
    ["no name", "overlard", [`${AS_WRITTEN}:overlord ple`, "9:overlord ple"], 0],
    ["the best of names", "overlard", ["0:overlurz ple", "0:overlord ple", "3:overlord x"], one],
    ["another first letter", "uverlord", ["0:overlord ple"], one],
    ["another second letter", "owerlord", ["0:overlord ple"], one],
    ["two other letters", "uwerlord", ["0:overlord ple"], 0],
    ["another first word of one letter", "gonlives", ["0:k onlives tv"], one],
    ["another letter of a first word of two", "solovers", ["0:to lovers tv"], one],
    ["the same number", "overlard 2", ["0:overlord 2 the undead"], 0.85 - 1.1 / 9],
    ["another number", "overlord 2", ["0:overlord 3 the undead"], 0.85 - 1.1 / 9 - 0.12],
    ["the number in front", "91dayzab", ["0:91 days abridged"], one],
    ["a number that follows", "overlard", ["0:overlord 3"], one],
  ])("with %s scores: %s, %j", (_, query, names, score) => {
    expect(scoreFuzzyPrefixMatch(normaliseTitle(query), names)).toBeCloseTo(score, 9);
  });
});

describe("a piece of a name", () => {
  it.each<[string, string, string[], number]>([
    ["in its middle", "巨人", ["2:進撃の巨人"], 0.83 + 0.01 * (2 / 5)],
    ["across its words", "の巨人", ["2:進撃 の巨 人"], 0.83 + 0.01 * (3 / 5)],
    ["at its beginning", "進撃", ["2:進撃の巨人"], 0.84 + 0.01 * (2 / 5)],
    ["that is all of it", "進撃の巨人", ["2:進撃の巨人"], 0.85],
    ["of a synonym", "巨人", ["3:進撃の巨人"], 0.81 + 0.01 * (2 / 5)],
    ["of a nickname", "巨人", ["4:進撃の巨人"], 0.81 + 0.01 * (2 / 5)],
    ["of the best name", "巨人", ["3:巨人だ", "2:進撃の巨人", "3:巨"], 0.83 + 0.01 * (2 / 5)],
    ["of no name", "巨人", ["9:巨人"], 0],
    ["in katakana as written", "カバ", ["2:かばねり", "8:カバネリ"], 0.84 + 0.01 * (2 / 4)],
    ["in the middle, as written", "ネリ", ["2:かばねり", "8:カバネリ"], 0.83 + 0.01 * (2 / 4)],
    ["in the other kana", "かば", ["2:かばねり", "8:カバネリ"], 0.79 + 0.01 * (2 / 4)],
    [
      "in its middle in the other kana",
      "ねり",
      ["2:かばねり", "8:カバネリ"],
      0.78 + 0.01 * (2 / 4),
    ],
    [
      "as written behind other kana",
      "カバ",
      ["2:かばとかば", "8:かばとカバ"],
      0.83 + 0.01 * (2 / 5),
    ],
  ])("%s scores: %s, %j", (_, query, names, score) => {
    expect(pieceScorer(normaliseTitle(query))?.(names)).toBeCloseTo(score, 9);
  });
});

/** The score of a name that has a share of the query, which is a share of the name. */
const named = (found: number, covered = 1) => found ** 2.5 * (0.7 + 0.18 * covered);

describe("terms", () => {
  it.each<[string, string, string[], number]>([
    ["all of them", "fruit basket", ["0:fruit basket"], 0.88],
    ["a Japanese name", "fruit basket", ["2:fruit basket"], 0.88],
    ["a synonym", "fruit basket", ["3:fruit basket"], 0.86],
    ["in another order", "basket fruit", ["0:fruit basket"], 0.86],
    [
      "in order, if a word comes twice",
      "miner hunter",
      ["0:hunter miner hunter"],
      named(1, 11 / 17),
    ],
    ["among other words", "fruit basket", ["0:fruit basket prelude"], named(1, 11 / 18)],
    ["one word twice", "fruit fruit", ["0:fruit basket"], 0],
    ["without a particle", "the fruit basket", ["0:fruit basket"], named(11 / 11.5)],
    ["without a fifth", "overlord xy", ["0:overlord movie"], named(0.8, 8 / 9.5)],
    ["without a fifth in front", "xy overlord", ["0:overlord movie"], named(0.8, 8 / 9.5)],
    ["without more than that", "fruit basket 2019", ["0:fruit basket"], 0],
    ["a part of a word", "asket fruit", ["0:fruit basket"], 0],
    ["with the year", "fruit basket 2019", ["0:fruit basket", "9:tv 2019"], named(13.85 / 14)],
    [
      "with the type",
      "fruit basket tv",
      ["0:fruit basket", "9:tv 2019"],
      named((11 + 1.5 * 0.95) / 12.5),
    ],
    ["with a part of the year", "fruit basket 201", ["0:fruit basket", "9:tv 2019"], 0],
    ["nothing but the year", "2019", ["0:fruit basket", "9:tv 2019"], named(0.95, 0)],
    ["the year in the name", "2019", ["0:fruit 2019", "9:tv 2019"], named(1, 3 / 8)],
    ["an unfinished word", "fruit bas", ["0:fruit basket"], named((5 + 3 * 0.95) / 8)],
    ["an unfinished word that is not the last", "bas fruit", ["0:fruit basket"], 0],
    ["one unfinished and misspelt", "fruit vask", ["0:fruit basket"], named((5 + 4 * 0.7) / 9)],
    ["one misspelt", "fruit vasket", ["0:fruit basket"], 0],
    ["one with two wrong letters", "fruit last", ["0:fruit axstone"], 0],
    ["a short one unfinished and misspelt", "fruit vas", ["0:fruit basket"], 0],
    ["a piece of a native word", "物語", ["2:化物語"], named(0.85)],
    ["a character of a native word", "語", ["2:化物語"], 0],
    ["the best of names", "fruit basket", ["3:fruit basket", "0:fruit basket", "0:fruit"], 0.88],
    ["no name", "fruit basket", ["8:fruit basket"], 0],
  ])("%s score: %s, %j", (_, query, names, score) => {
    expect(termScorer(termsOf(query), new Map())(names)).toBeCloseTo(score, 9);
  });

  it.each<[string, string, string, [string, number], number]>([
    [
      "as alike as it is",
      "frvit basket",
      "0:fruit basket",
      ["fruit", 0.8],
      named((5 * 0.8 + 6) / 11),
    ],
    [
      "at least as an unfinished word",
      "fruit bask",
      "0:fruit basket",
      ["basket", 0.9],
      named((5 + 4 * (0.9 + 0.1 * (4 / 6))) / 9),
    ],
    ["or better", "fruit bask", "0:fruit basket", ["basket", 0.99], named((5 + 4 * 0.99) / 9)],
    ["and no other spelling", "frvit basket", "0:fruit basket", ["frost", 0.8], 0],
  ])("score a spelling %s: %s, %s", (_, query, name, spelling, score) => {
    const fuzzy = new Map(termsOf(query).map(({ term }) => [term, new Map([spelling])]));
    expect(termScorer(termsOf(query), fuzzy)([name])).toBeCloseTo(score, 9);
  });

  it.each([
    [0.5, 0.5 ** 2.5 * 0.88],
    [1, 0.88],
    [1.5, 0.88],
  ])("that are %d of a query score at most %d", (share, score) => {
    expect(bestTermScore(share)).toBeCloseTo(score, 9);
  });
});

describe("the most that a name can score by terms", () => {
  const most = (
    query: string,
    name: string,
    qualifiers = "",
    spellings: [string, number][] = [],
  ) => {
    const terms = termsOf(query).map((term) => scoredTerm(term, new Map(spellings)));
    return maxNameScore(
      terms,
      terms.reduce((sum, { weight }) => sum + weight, 0),
      name,
      qualifiers,
    );
  };
  it.each<[string, string, string, string, [string, number][], number]>([
    ["all terms", "fruit basket", "0:fruit basket", "", [], 0.88],
    ["a synonym", "fruit basket", "3:fruit basket", "", [], 0.86],
    ["pieces of words", "asket frui", "0:fruit basket", "", [], 0.88],
    ["a term that lacks", "the fruit basket", "0:fruit basket", "", [], named(11 / 11.5)],
    ["a fifth that lacks", "overlord xy", "0:overlord", "", [], named(0.8)],
    ["more that lacks", "fruit basket 2019", "0:fruit basket", "", [], 0],
    ["a qualifier", "fruit basket 2019", "0:fruit basket", " tv 2019 ", [], named(13.85 / 14)],
    ["nothing but a qualifier", "2019", "0:fruit basket", " tv 2019 ", [], named(0.95, 0)],
    ["a qualifier in the name", "2019", "0:fruit 2019", " tv 2019 ", [], 0.88],
    [
      "an unfinished and misspelt term",
      "fruit vask",
      "0:fruit basket",
      "",
      [],
      named((5 + 4 * 0.7) / 9),
    ],
    ["no last term that only begins alike", "fruit vask", "0:fruit vote", "", [], 0],
    ["a misspelt term that is not the last", "vask fruit", "0:fruit basket", "", [], 0],
    [
      "the best spelling",
      "vasket",
      "0:basket bosket",
      "",
      [
        ["bosket", 0.8],
        ["basket", 0.9],
        ["biskit", 0.95],
      ],
      named(0.9),
    ],
    [
      "a spelling of little likeness",
      "vaske",
      "0:basket",
      "",
      [["basket", 0.7]],
      named(1 - 1.2 / 5),
    ],
    ["spellings of other names", "vasket", "0:fruit", "", [["basket", 0.9]], 0],
  ])("counts %s: %s, %s", (_, query, name, qualifiers, spellings, score) => {
    expect(most(query, name, qualifiers, spellings)).toBeCloseTo(score, 9);
  });

  it("takes terms literally", () => {
    const term = { term: "a.c+", weight: 4, isLast: true };
    const terms = [scoredTerm(term, new Map([["x", 0.9]]))];
    expect(maxNameScore(terms, 4, "0:abcc", "")).toBe(0);
    expect(maxNameScore(terms, 4, "0:a.c+", "")).toBeCloseTo(0.88, 9);
  });
});

describe("the least score of a result", () => {
  it.each([
    ["nothing is found", [], 0.5],
    ["the best is weak", [0.6, 0.55], 0.5],
    ["the best is good", [0.7, 0.88, 0.6], 0.88 - 0.34],
    ["the best is exact", [1.9, 0.7], 0.9 - 0.34],
  ])("where %s", (_, scores, least) => {
    const matches = scores.map((score, malId) => ({ malId, score, popularity: 1 }));
    expect(minScore(matches)).toBeCloseTo(least, 9);
  });
});

describe("popularity", () => {
  const liked = (popularity: number) => 1 - Math.log(popularity + 1) / Math.log(40_001);

  it.each([
    ["raises a score", 0.8, 100, 0.8 + 0.12 * liked(100)],
    ["raises an exact one little", 1, 100, 1 + 0.01 * liked(100)],
    ["raises one that is almost exact", 0.99, 100, 0.99 + 0.12 * liked(100)],
    ["adds nothing for a mediocre title", 0.8, 40_000, 0.8],
    ["lowers that of an obscure title", 0.8, 900_000, 0.8 + 0.12 * liked(900_000)],
    ["lowers none further than the millionth place", 0.8, 3_000_000, 0.8 + 0.12 * liked(1_000_000)],
  ])("%s: %d at place %i", (_, score, popularity, ranked) => {
    expect(rankScore({ malId: 1, score, popularity })).toBeCloseTo(ranked, 9);
  });
});

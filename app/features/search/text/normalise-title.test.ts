import { describe, expect, it } from "vitest";
import { foldToken, normaliseTitle } from "./normalise-title";

const key = (text: string) => normaliseTitle(text).key;

describe("normaliseTitle", () => {
  it.each([
    ["case, punctuation and spaces", ["Re:Zero", "re zero", "REZERO", "re-zero!", "  Re : ZERO "]],
    [
      "quotes inside a word",
      ["Howl's Moving Castle", "howls moving castle", "Howl’s Moving Castle"],
    ],
    ["stars and hearts", ["Lucky☆Star", "lucky star", "Lucky★Star♥"]],
    ["accents", ["Pokémon", "pokemon", "POKE\u0301MON"]],
    [
      "macrons and written-out long vowels",
      ["Shōjo Kakumei", "Shoujo Kakumei", "shojo kakumei", "Shoojo Kakumei"],
    ],
    ["full and half width", ["ＡＫＩＲＡ", "akira", "Ａkira"]],
    ["half-width and full-width katakana", ["ﾅﾙﾄ", "ナルト"]],
    ["katakana and hiragana", ["ナルト", "なると"]],
    [
      "long marks and middle dots of kana",
      ["ソードアート・オンライン", "ソドアトオンライン", "そーどあーとおんらいん"],
    ],
    ["ampersand and `and`", ["Tiger & Bunny", "tiger and bunny", "Tiger＆Bunny"]],
    ["cross and x", ["HUNTER×HUNTER", "Hunter x Hunter"]],
    ["at sign inside a word", ["THE iDOLM@STER", "the idolmaster"]],
    [
      "seasons",
      [
        "Overlord 2nd Season",
        "Overlord Season 2",
        "overlord s2",
        "Overlord II",
        "Overlord 2",
        "Overlord Second Season",
        "Overlord Part 2",
        "Overlord Season II",
      ],
    ],
    [
      "seasons in Japanese",
      [
        "進撃の巨人 Season2",
        "進撃の巨人 第2期",
        "進撃の巨人2期",
        "進撃の巨人 第二期",
        "進撃の巨人 2ndシーズン",
      ],
    ],
    [
      "a season and its part",
      [
        "Shingeki no Kyojin Season 3 Part 2",
        "shingeki no kyojin s3 part 2",
        "Shingeki no Kyojin 3rd Season 2nd Part",
        "shingeki no kyojin III pt 2",
      ],
    ],
    [
      "the first season and none",
      ["Fruits Basket 1st Season", "Fruits Basket", "fruits basket season 1", "Fruits Basket S1"],
    ],
    ["leading zeros", ["Movie 06", "movie 6"]],
  ])("ignores %s", (_, spellings) => {
    expect(new Set(spellings.map(key)).size).toBe(1);
  });

  it.each([
    ["Hunter x Hunter", "hunterxhunter"],
    ["Mazinger Z", "mazingerz"],
    ["Initial D", "initiald"],
    ["One Piece", "onepiece"],
    ["Mob Psycho 100", "mobpsycho100"],
    ["22/7", "227"],
    ["新世紀エヴァンゲリオン", "新世紀えゔぁんげりおん"],
  ])("preserves the letters and digits of %j", (title, expected) => {
    expect(key(title)).toBe(expected);
  });

  it("distinguishes seasons of different numbers", () => {
    expect(new Set(["Overlord", "Overlord II", "Overlord III", "Overlord IV"].map(key)).size).toBe(
      4,
    );
  });

  it("distinguishes names of the same key by their spelling", () => {
    expect(normaliseTitle("K-On!").raw).not.toBe(normaliseTitle("K-On!!").raw);
    expect(normaliseTitle("Soul").strict).not.toBe(normaliseTitle("Sol").strict);
  });

  it("joins what punctuation separates, for queries without it", () => {
    expect(normaliseTitle("Re:Zero kara").joinedTokens).toEqual(["rezero"]);
    expect(normaliseTitle("K-On! Movie").joinedTokens).toEqual(["kon"]);
  });

  it("falls back to the symbols of a title without letters or digits", () => {
    expect(key("？？？")).toBe("???");
    expect(key("   ")).toBe("");
  });
});

describe("foldToken", () => {
  it("folds doubled letters and long vowels but no digits", () => {
    expect(["titan", "tittan", "shoujo", "yuu", "100", "wo"].map(foldToken)).toEqual([
      "titan",
      "titan",
      "shojo",
      "yu",
      "100",
      "o",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { buildNicknameIndex } from "~/features/search/text/nicknames";
import { KEY_KINDS, indexTerms, buildTitleIndex, type SearchableAnime } from "./build-title-index";

const noNicknames = buildNicknameIndex([]);

function anime(fields: Partial<SearchableAnime>): SearchableAnime {
  return {
    mal_id: 1,
    title: "Title",
    title_english: null,
    title_japanese: null,
    title_synonyms: [],
    type: null,
    year: null,
    members: null,
    ...fields,
  };
}

describe("titleKeys", () => {
  it("gives every name a key of its kind, but no synonym that another name covers", () => {
    const { keys } = buildTitleIndex(
      anime({ title: "Naruto", title_japanese: "ナルト", title_synonyms: ["NARUTO", "Fox Boy"] }),
      noNicknames,
    );
    expect(keys.map(({ key, kind }) => [key, kind])).toEqual([
      ["naruto", KEY_KINDS.title],
      ["なると", KEY_KINDS.japanese],
      ["foxboy", KEY_KINDS.synonym],
    ]);
  });

  it("distinguishes official names of one key that are spelt differently", () => {
    const { keys } = buildTitleIndex(
      anime({ title: "Fate/Zero 2nd Season", title_english: "Fate/Zero Season 2" }),
      noNicknames,
    );
    expect(keys.filter(({ kind }) => kind <= KEY_KINDS.english).map(({ raw }) => raw)).toEqual([
      "fate/zero 2nd season",
      "fate/zero season 2",
    ]);
  });

  it("adds the name without its bracketed addition, and a native title's readings", () => {
    const { keys } = buildTitleIndex(
      anime({ title: "Mirai Nikki (TV)", title_japanese: "HUNTER×HUNTER（ハンター×ハンター）" }),
      noNicknames,
    );
    const parts = keys.filter(({ kind }) => kind === KEY_KINDS.part).map(({ key }) => key);
    expect(parts).toContain("mirainiki");
    expect(parts).toContain("はんたxはんた");
  });

  it("adds the season in words, for misspellings, and the name without its subtitle", () => {
    const { keys } = buildTitleIndex(
      anime({ title: "Tower of God Season 2: Return" }),
      noNicknames,
    );
    expect(keys.map(({ key }) => key)).toEqual([
      "towerofgod2return",
      "towerofgodseason2return",
      "towerofgod2",
    ]);
  });

  it("adds initials for well-known titles only", () => {
    const kinds = (members: number) =>
      buildTitleIndex(anime({ title: "Shingeki no Kyojin", members }), noNicknames).keys.map(
        ({ key, kind }) => [key, kind],
      );
    expect(kinds(20_000)).toContainEqual(["snk", KEY_KINDS.initials]);
    expect(kinds(19_999)).not.toContainEqual(["snk", KEY_KINDS.initials]);
  });

  it("indexes the words of all names, with type and year, once each", () => {
    const { terms, names } = buildTitleIndex(
      anime({
        title: "Re:Zero",
        title_english: "Re:ZERO",
        title_japanese: "巨人戦",
        type: "Movie",
        year: 2016,
      }),
      noNicknames,
    );
    expect(terms).toEqual(["re", "zero", "rezero", "巨人", "人戦", "戦", "movie", "film", "2016"]);
    expect(names).toEqual(["0:re zero", "2:巨人戦", "9:movie film 2016"]);
  });

  it("stores names with katakana as they are written after their folded words", () => {
    const { names } = buildTitleIndex(
      anime({
        title: "Naruto",
        title_japanese: "NARUTO -ナルト- 疾風伝",
        title_synonyms: ["なると"],
      }),
      noNicknames,
    );
    expect(names).toEqual([
      "0:naruto",
      "2:naruto なると 疾風伝",
      "8:narutoナルト疾風伝",
      "3:なると",
    ]);
  });

  it("drops words that are too long to be stored", () => {
    const longest = "ab".repeat(50);
    expect(buildTitleIndex(anime({ title: `${longest} ${longest}c` }), noNicknames).terms).toEqual([
      longest,
    ]);
  });
});

describe("searchableParts", () => {
  it("are pairs of characters and the last one in native script, and whole words otherwise", () => {
    expect(indexTerms("進撃の巨人")).toEqual(["進撃", "撃の", "の巨", "巨人", "人"]);
    expect(indexTerms("巨人")).toEqual(["巨人", "人"]);
    expect(indexTerms("人")).toEqual(["人"]);
    expect(indexTerms("titan")).toEqual(["titan"]);
  });
});

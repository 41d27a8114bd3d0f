import { describe, expect, it } from "vitest";
import { toHepburn, romanise } from "./romanise";

it.each([
  ["しんげきのきょじん", "shingekinokyojin"],
  ["なると", "naruto"],
  ["ぶりち", "burichi"],
  ["きっさ", "kissa"],
  ["じゅじゅつ", "jujutsu"],
  ["ふぁいと", "faito"],
  ["はんた 2", "hanta 2"],
])("romanises %j as %j", (kana, romaji) => {
  expect(romanise(kana)).toBe(romaji);
});

it.each(["naruto", "進撃の巨人", "2", "なるとshippuden"])(
  "returns null for %j, which is not all kana",
  (text) => {
    expect(romanise(text)).toBeNull();
  },
);

describe("respellRomaji", () => {
  it.each([
    ["tihayahuru 2", "chihayafuru 2"],
    ["sinzyuku", "shinjuku"],
    ["mazyo to yazyu", "majo to yaju"],
    ["satoh", "sato"],
    ["mitudomoe", "mitsudomoe"],
  ])("respells %j as %j", (text, hepburn) => {
    expect(toHepburn(text)).toBe(hepburn);
  });

  it.each(["shingeki no kyojin", "attack on titan", "chuunibyou", "sisters of the night"])(
    "leaves %j unchanged",
    (text) => {
      expect(toHepburn(text)).toBeNull();
    },
  );
});

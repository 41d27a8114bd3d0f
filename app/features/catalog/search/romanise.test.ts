import { expect, it } from "vitest";
import { romanise } from "./romanise";

it.each([
  ["しんげきのきょじん", "shingekinokyojin"],
  ["なると", "naruto"],
  ["ぶりち", "burichi"],
  ["きっさ", "kissa"],
  ["じゅじゅつ", "jujutsu"],
  ["ふぁいと", "faito"],
  ["はんた 2", "hanta 2"],
])("writes %j as %j", (kana, romaji) => {
  expect(romanise(kana)).toBe(romaji);
});

it.each(["naruto", "進撃の巨人", "2", "なるとshippuden"])("leaves %j alone, which is not of kana only", (text) => {
  expect(romanise(text)).toBeNull();
});

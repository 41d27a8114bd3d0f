import { expect, it } from "vitest";
import { fallbackFontRules } from "./fallback-fonts.mjs";

const rules = fallbackFontRules();

it.each([
  ["kana", "あ", "Fallback Japanese"],
  ["kanji", "灯", "Fallback Japanese"],
  ["hangul", "한", "Fallback Korean"],
  ["simplified characters", "们", "Fallback Chinese"],
  ["Thai", "ก", "Fallback Thai"],
])("one slice has %s, and the system's own fonts come before it", (_, character, family) => {
  const code = character.codePointAt(0);
  const holding = rules.split("\n").filter((rule) => rangesOf(rule).some(includes(code)));
  expect(holding).toHaveLength(1);
  expect(holding[0]).toContain(`font-family:"${family}"`);
  expect(holding[0]).toMatch(/src:local\("[^"]+"\),.*,url\(/);
});

it("no slice has Latin letters, which the site's own fonts have", () => {
  const code = "a".codePointAt(0);
  expect(rules.split("\n").filter((rule) => rangesOf(rule).some(includes(code)))).toEqual([]);
});

const rangesOf = (rule) => [...rule.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/g)];
const includes =
  (code) =>
  ([, first, last = first]) =>
    code >= Number.parseInt(first, 16) && code <= Number.parseInt(last, 16);

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fallbackFontRules } from "./fallback-fonts.mjs";

const rules = fallbackFontRules().split("\n");
const system = readFileSync("app/ui/theme/fonts.css", "utf8").match(
  /@font-face \{[^}]*"System [^}]*\}/g,
);

it.each([
  ["kana", "あ", "Japanese"],
  ["kanji", "灯", "Japanese"],
  ["hangul", "한", "Korean"],
  ["simplified characters", "们", "Chinese"],
  ["Thai", "ก", "Thai"],
])("one slice has %s, and so has a rule of systems' fonts", (_, character, script) => {
  const code = character.codePointAt(0);
  const holding = (list) => list.filter((rule) => rangesOf(rule).some(includes(code)));
  const slices = holding(rules);
  expect(slices).toHaveLength(1);
  expect(slices[0]).toContain(`font-family:"Fallback ${script}"`);
  expect(holding(system)).toContainEqual(
    expect.stringMatching(new RegExp(`font-family: "System ${script}";\\s*src:\\s*local\\("`)),
  );
});

it("only one rule of each script names fonts of systems, since each name costs a search", () => {
  expect(rules.filter((rule) => rule.includes("local("))).toEqual([]);
  expect(system).toHaveLength(4);
});

it("no slice has Latin letters, which the site's own fonts have", () => {
  const code = "a".codePointAt(0);
  expect(rules.filter((rule) => rangesOf(rule).some(includes(code)))).toEqual([]);
});

const rangesOf = (rule) => [...rule.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/g)];
const includes =
  (code) =>
  ([, first, last = first]) =>
    code >= Number.parseInt(first, 16) && code <= Number.parseInt(last, 16);

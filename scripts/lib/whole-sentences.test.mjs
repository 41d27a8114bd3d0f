import { Linter } from "eslint";
import { expect, it } from "vitest";
import { wholeSentences } from "./whole-sentences.mjs";

function lint(code) {
  const plugins = { akari: { rules: { "whole-sentences": wholeSentences } } };
  const rules = { "akari/whole-sentences": "error" };
  return new Linter().verify(code, { plugins, rules }).map(({ line }) => line);
}

const FRAGMENTS =
  "Of To By From Which Whose With Null Then Else Otherwise Those They And Or Such As For Like".split(
    " ",
  );

it.each(FRAGMENTS)("refuses comments that begin with %s", (word) => {
  expect(lint(`/** ${word} it. */\nlet a;`)).toEqual([1]);
  expect(lint(`let a;\n\n/**\n * ${word} it.\n */\nlet b;`)).toEqual([3]);
  expect(lint(`// ${word} it.\nlet a; // ${word} it.`)).toEqual([1, 2]);
});

it("accepts sentences, longer words, and continued lines", () => {
  expect(lint("/** Reads it. */\nlet a;")).toEqual([]);
  expect(lint("// Often it is read.\nlet a;")).toEqual([]);
  expect(lint("// It is read\n// From there.\nlet a;")).toEqual([]);
  expect(lint("/**\n * Reads it\n * To there.\n */\nlet a;")).toEqual([]);
});

it("takes a comment after a blank line for one of its own", () => {
  expect(lint("// It is read.\n\n// From there.\nlet a;")).toEqual([3]);
});

import { expect, it } from "vitest";
import { parseSynopsis, synopsisExcerpt } from "./synopsis";

it.each([
  ["A fight begins.\n\n(Source: ANN)", "ANN"],
  ["A fight begins. (source : Geneon USA, edited)", "Geneon USA, edited"],
  ["A fight begins.\r\n\r\n[Written by MAL Rewrite]", "MAL Rewrite"],
  ["A fight begins.\n\n(Souce: Wikipedia (en))", "Wikipedia (en)"],
  ["A fight begins.\n\n(Source: ANN)\n\n[Written by MAL Rewrite]", "ANN, MAL Rewrite"],
  ["A fight begins.\n\n(Source: ANN", "ANN"],
])("ends before the note of its source in %j", (text, source) => {
  expect(parseSynopsis(text)).toEqual({ paragraphs: ["A fight begins."], source });
});

it.each([
  "The source: a well (in the woods).",
  "Based on a novel (2003)",
  "(Source: ANN) was wrong.",
  "Sources (written by monks) tell of it.",
])("keeps %j whole", (text) => {
  expect(parseSynopsis(text)).toEqual({ paragraphs: [text], source: null });
});

it("has no paragraphs without a text, or with a source alone", () => {
  expect(parseSynopsis(null)).toEqual({ paragraphs: [], source: null });
  expect(parseSynopsis("(Source: ANN)")).toEqual({ paragraphs: [], source: "ANN" });
});

it("reads a long line of brackets in one pass", () => {
  const text = "(Source: ".repeat(20_000);
  expect(parseSynopsis(text).paragraphs).toHaveLength(1);
});

it.each([
  [null, null],
  ["", null],
  ["A fight begins.\n\n(Source: ANN)", "A fight begins."],
  ["A  fight\nbegins.\n\nIt ends.", "A fight begins."],
  ["a".repeat(20), "a".repeat(20)],
  ["A fight, begins now.", "A fight, begins now."],
  ["A fight begins, nowhere at all.", "A fight begins…"],
  ["戦いがはじまる。".repeat(4), `${"戦いがはじまる。".repeat(4).slice(0, 19)}…`],
])("an excerpt of %j in 20 characters is %j", (text, expected) => {
  expect(synopsisExcerpt(text, 20)).toBe(expected);
});

import { expect, it } from "vitest";
import { parseBiography } from "./parse-biography";

const SENTENCE = "She has played the cello since she was six. ";

it("shows a short biography whole, and its source apart", () => {
  expect(parseBiography("Age: 17\nHeight: 158 cm\n\nShe plays.\n\n(Source: Wikipedia)")).toEqual({
    lead: ["Age: 17\nHeight: 158 cm", "She plays."],
    rest: [],
    source: "Wikipedia",
  });
});

it("unfolds what follows a lead of whole sentences, and loses nothing", () => {
  const text = `Age: 17\n\n${SENTENCE.repeat(30).trim()}\n\nThe end.`;
  const biography = parseBiography(text);
  expect(biography?.lead).toEqual(["Age: 17", SENTENCE.repeat(8).trim()]);
  expect(biography?.rest.at(-1)).toBe("The end.");
  const all = [...(biography?.lead ?? []), ...(biography?.rest ?? [])].join(" ");
  expect(all.replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
});

it("does not unfold a few words", () => {
  const text = SENTENCE.repeat(12).trim();
  expect(parseBiography(text)).toMatchObject({ lead: [text], rest: [] });
});

it("splits text without a sentence between words, and one without a space anywhere", () => {
  expect(parseBiography("la ".repeat(400))?.lead).toEqual(["la ".repeat(133).trim()]);
  expect(parseBiography("あ".repeat(1_000))?.lead).toEqual(["あ".repeat(400)]);
});

it("leaves out chapters of which only the heading is left", () => {
  expect(parseBiography("Geass:\nPower.\n\nFirst Season:\n\nSecond Season:")).toMatchObject({
    lead: ["Geass:\nPower."],
  });
});

it.each([null, "", " \n ", "Background:", "(Source: Wikipedia)"])("%j is none", (text) => {
  expect(parseBiography(text)).toBeNull();
});

import { expect, it } from "vitest";
import { english } from "./en";
import { terms } from "./en/terms";

/** Spellings of the United States. The names of catalog values are the sources' own. */
const AMERICAN =
  /favorite|color|\bcenter|\bgray\b|behavior|neighbor|cancel(?:ed|ing)|(?:custom|organ|recogn|real|summar)iz/i;

it("pages are in British English", () => {
  const american = Object.entries(english).filter(
    ([key, text]) => !Object.hasOwn(terms, key) && AMERICAN.test(text),
  );
  expect(american).toEqual([]);
});

it.each(["Find", "Look up", "Filter", "Go"])(
  "no button says %s: a text is searched for, and filters show what they leave",
  (verb) => {
    const texts = Object.entries(english).filter(([, text]) => text === verb);
    expect(texts).toEqual([]);
  },
);

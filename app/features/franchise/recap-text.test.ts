import { expect, it } from "vitest";
import { isNamedRecap } from "./recap-text";

const named = (title: string, synopsis: string | null = null) =>
  isNamedRecap({ title, title_english: null, title_japanese: null, synopsis });

it.each([
  "Recap of episodes 1-13.",
  "A compilation movie of the first arc.",
  "Theatrical compilation of the series with new scenes.",
  "The first summary movie of the series.",
  "Second out of three compilation movies for the TV series.",
])("takes a title for a recap by its synopsis: %s", (synopsis) => {
  expect(named("Lantern Road Movie 1", synopsis)).toBe(true);
});

it.each([
  "The first 34 episodes are a summary of the previous series.",
  "Note: The recap episodes are not included.",
  "A brief summary of her new life.",
  `${"Nao walks on. ".repeat(20)}A compilation film was shown first.`,
  null,
])("takes no title for one that only mentions recaps: %s", (synopsis) => {
  expect(named("Lantern Road", synopsis)).toBe(false);
});

it("takes a title for a recap by its names", () => {
  expect(named("Lantern Road Soushuuhen")).toBe(true);
  expect(named("Lantern Road: Recap")).toBe(true);
  const texts = { title: "Lantern Road", title_english: null, synopsis: null };
  expect(isNamedRecap({ ...texts, title_japanese: "灯りの道 総集編" })).toBe(true);
  expect(isNamedRecap({ ...texts, title_japanese: "灯りの道" })).toBe(false);
});

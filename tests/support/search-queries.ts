import fc from "fast-check";
import type { Anime } from "~/features/catalog/anime";

/** Thousands of titles have them. */
const BROAD = [
  "movie",
  "season",
  "the",
  "no",
  "special",
  "tv",
  "ova",
  "2nd season",
  "2",
  "shi",
  "a",
];

/** Makes queries as users type them: names, words, beginnings, and all of those with a typo. */
export function arbitrarySearch(catalog: readonly Anime[]): fc.Arbitrary<string> {
  const name = fc
    .constantFrom(...catalog)
    .chain(({ title, title_english, title_japanese, title_synonyms }) =>
      fc.constantFrom(
        ...[title, title_english, title_japanese, ...title_synonyms].filter(
          (text) => text !== null,
        ),
      ),
    );
  const word = name.chain((text) => fc.constantFrom(...text.split(" ")));
  const beginning = fc
    .tuple(name, fc.nat(12))
    .map(([text, length]) => [...text].slice(0, length + 1).join(""));
  const words = fc.array(word, { minLength: 2, maxLength: 3 }).map((list) => list.join(" "));
  const written = fc.oneof(name, word, beginning, words, fc.constantFrom(...BROAD));
  return fc
    .tuple(written, fc.nat(3), fc.nat(30))
    .map(([text, dice, at]) => (dice === 0 ? dropCharacter(text, at) : text))
    .map((text) => text.trim().slice(0, 200))
    .filter((text) => text !== "");
}

function dropCharacter(text: string, at: number): string {
  const characters = [...text];
  characters.splice(at % characters.length, 1);
  return characters.join("");
}

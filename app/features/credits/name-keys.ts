import { normaliseTitle } from "~/features/search/text/normalise-title";

const MAX_WORDS = 6;

/** Drops spaces, accents and long vowels: `Kouichi`, `Kōichi` and `Koichi` are equal. */
export function nameKey(name: string): string {
  return normaliseTitle(name.replaceAll(",", " ")).unnumberedKey;
}

/**
 * Keys that begin with each word of the name in turn, so that a prefix of the given name finds it
 * as well as one of the family name.
 */
export function nameKeys(name: string, nameJapanese: string | null): string[] {
  const words = name
    .split(/[\s,・-]+/u)
    .filter((word) => nameKey(word) !== "")
    .slice(0, MAX_WORDS);
  const turned = words.map((_, index) =>
    nameKey([...words.slice(index), ...words.slice(0, index)].join(" ")),
  );
  const japanese = nameJapanese === null ? "" : nameKey(nameJapanese);
  return [...new Set([...turned, nameKey(name), japanese].filter((key) => key !== ""))];
}

/** Returns a key that is equal for the same words in any order. */
export function sameNameKey(name: string): string {
  return nameKeys(name, null).toSorted()[0] ?? name;
}

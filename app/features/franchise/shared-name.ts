/** Letters of a name; shorter ones are common first words. */
const MIN_NAME_LENGTH = 4;

/**
 * The words that `title` and at least half of `titles` begin with, in the spelling of `title`:
 * `Naruto` for `Naruto: Shippuuden` among others. `title` itself where they share too little.
 */
export function sharedName(title: string, titles: readonly string[]): string {
  const words = title.split(/\s+/u);
  const keys = titles.map((other) => toKeys(other.split(/\s+/u)));
  const own = toKeys(words);
  let length = 0;
  for (let count = 1; count <= words.length; count += 1) {
    const sharing = keys.filter((other) =>
      own.slice(0, count).every((word, index) => other[index] === word),
    ).length;
    if (sharing * 2 < titles.length || sharing < 2) break;
    length = count;
  }
  const name = words
    .slice(0, length)
    .join(" ")
    .replace(/[\s:;,.!~–-]+$/u, "");
  return [...name.replaceAll(/[^\p{L}\p{N}]/gu, "")].length >= MIN_NAME_LENGTH ? name : title;
}

function toKeys(words: readonly string[]): string[] {
  return words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""));
}

import { seededRandom } from "../../support/random";
import type { CatalogTitle } from "./read-titles";
import type { EvaluatedQuery } from "./generated-queries";

const HAN = /\p{Script=Han}/u;
const NATIVE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const MOST_POPULAR = 3_000;
const LENGTHS = [1, 2, 3, 4];

/**
 * One to four characters from anywhere in a well-known Japanese title. A plain search for the
 * characters, most popular title first, finds each of them: `each` with a kanji, `each` in kana.
 */
export function generateNativePieces(
  titles: readonly CatalogTitle[],
  seed: number,
  each: number,
): EvaluatedQuery[] {
  const random = seededRandom(seed);
  const visible = titles
    .filter(({ mature }) => !mature)
    .toSorted((one, other) => one.popularity - other.popularity)
    .map((title) => ({
      ...title,
      text: [title.title_japanese, title.title, title.title_english, ...title.title_synonyms]
        .join("\n")
        .normalize("NFKC"),
    }));
  const popular = visible.slice(0, MOST_POPULAR);
  const write = (length: number, hasKanji: boolean): EvaluatedQuery => {
    for (;;) {
      const title = random.pick(popular);
      const signs = [...(title.title_japanese ?? "").normalize("NFKC")];
      if (signs.length <= length) continue;
      const at = random.below(signs.length - length + 1);
      const query = signs.slice(at, at + length).join("");
      if (!NATIVE.test(query) || query === "ー" || HAN.test(query) !== hasKanji) continue;
      if (visible.find(({ text }) => text.includes(query)) !== title) continue;
      return {
        kind: `${length} ${hasKanji ? "with kanji" : "in kana"}`,
        query,
        accept: [title.mal_id],
      };
    }
  };
  return LENGTHS.flatMap((length) =>
    [true, false].flatMap((hasKanji) =>
      Array.from({ length: each }, () => write(length, hasKanji)),
    ),
  );
}

import { z } from "zod";
import { malId, requiredText, text, urlOrPath } from "./fields";

const MAX_NAME_LENGTH = 300;
const MAX_WORD_LENGTH = 100;
const MAX_WORDS = 60;
/** The longest biographies on MyAnimeList have about half as many characters. */
const MAX_BIOGRAPHY_LENGTH = 30_000;

/** MyAnimeList writes `Spiegel, Spike`. */
function inReadingOrder(name: string): string {
  const [family, given, ...more] = name.split(/,\s+/u);
  return family && given && more.length === 0 ? `${given} ${family}` : name;
}

export const biography = text(MAX_BIOGRAPHY_LENGTH);

/** Fields that characters and people have in common. */
export const namedFields = {
  name: requiredText(MAX_NAME_LENGTH).transform(inReadingOrder),
  name_japanese: text(MAX_NAME_LENGTH),
  image: urlOrPath,
  about: biography,
};

export const words = z
  .array(requiredText(MAX_WORD_LENGTH), "must be a list of texts")
  .min(1, "must not be empty")
  .max(MAX_WORDS, `must not hold more than ${MAX_WORDS} entries`)
  .transform((values) => [...new Set(values)]);

export const language = requiredText(MAX_WORD_LENGTH);
export const creditId = malId;

/** Columns of a character or person; null where the source has no value. */
export interface NamedRow {
  id: number;
  name: string;
  name_japanese: string | null;
  image: string | null;
  about: string | null;
}

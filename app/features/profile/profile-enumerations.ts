import { GENRES } from "~/features/catalog/vocabulary";
import { createChoiceParser } from "~/features/catalog/parse-vocabulary";

export const GENDERS = ["Male", "Female", "Other"] as const;

export const WATCH_FREQUENCIES = ["Daily", "Weekly", "Monthly", "Occasionally", "Rarely"] as const;

export const FANATIC_LEVELS = [
  "Casual Viewer",
  "Regular Fan",
  "Dedicated Fan",
  "Otaku",
  "Hardcore Otaku",
] as const;

export const PREFERRED_FORMATS = ["TV", "Movie", "OVA", "ONA", "Special", "No preference"] as const;

/** Accept a label or slug in any casing, as `Regular Fan` and `regular_fan`. */
export const parseGender = createChoiceParser(GENDERS);
export const parseWatchFrequency = createChoiceParser(WATCH_FREQUENCIES);
export const parseFanaticLevel = createChoiceParser(FANATIC_LEVELS);
export const parsePreferredFormat = createChoiceParser(PREFERRED_FORMATS);

const readGenre = createChoiceParser(GENRES);

/** The catalog's spelling; unknown genres are unchanged, since catalogs differ. */
export function genreName(text: string): string {
  return readGenre(text) ?? text.trim();
}

import { GENRES, readerOf } from "~/features/catalog/vocabulary";

/** The closed sets of specification 2.7 that a profile is written in, as they are stored and answered. */
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

/** Each reads a label or slug in any casing (`regular_fan`, `Regular Fan`, `regular-fan`) and gives the label, or null. */
export const readGender = readerOf(GENDERS);
export const readWatchFrequency = readerOf(WATCH_FREQUENCIES);
export const readFanaticLevel = readerOf(FANATIC_LEVELS);
export const readPreferredFormat = readerOf(PREFERRED_FORMATS);

const readGenre = readerOf(GENRES);

/** A genre as the catalog spells it where the specification knows it; another one as the person wrote it, since catalogs differ. */
export function genreName(text: string): string {
  return readGenre(text) ?? text.trim();
}

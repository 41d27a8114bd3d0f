import { normaliseName } from "~/features/catalog/term-key";
import {
  AGE_RATING_LABELS,
  GENRES,
  readAgeRating,
  readAiringStatus,
  readAnimeType,
  readSeason,
  readWeekday,
} from "~/features/catalog/vocabulary";

/** The word as the catalog spells it; `null` where the source knows none, `undefined` where the word is not one of ours. */
type Spelled = string | null | undefined;

/** Sources write one of these where they mean that they do not know. */
const UNKNOWN = new Set(["unknown", "none", "n/a", "?"]);

function spelled(read: (text: string) => string | null, value: string | null): Spelled {
  return value === null || UNKNOWN.has(normaliseName(value)) ? null : (read(value) ?? undefined);
}

/** A type in any casing. */
export function spellType(value: string | null): Spelled {
  return spelled(readAnimeType, value);
}

/** An airing state in any casing. */
export function spellStatus(value: string | null): Spelled {
  return spelled(readAiringStatus, value);
}

/** A season in any casing; `autumn` is Fall. */
export function spellSeason(value: string | null): Spelled {
  return spelled(readSeason, value);
}

/** A weekday in any casing, singular or plural; what is no weekday (`Not scheduled once per week`) counts as unknown. */
export function spellWeekday(value: string | null): string | null {
  return spelled(readWeekday, value) ?? null;
}

/**
 * An age label by its code or its long form, in any casing. Parental control reads the stored label, so one that is not
 * recognised must be refused rather than stored as it came.
 */
export function spellRating(value: string | null): Spelled {
  return spelled((text) => {
    const rating = readAgeRating(text);
    return rating === null ? null : AGE_RATING_LABELS[rating];
  }, value);
}

/** The genre that titles carry and that no filter offers. */
const UNLISTED_GENRE = "Hentai";
const GENRE_WORDS = new Map(
  [...GENRES, UNLISTED_GENRE].map((genre) => [normaliseName(genre), genre]),
);

/** A genre in the catalog's spelling where it is one of the known ones (parental control reads two of them), else as it came. */
export function spellGenre(value: string): string {
  return GENRE_WORDS.get(normaliseName(value)) ?? value;
}

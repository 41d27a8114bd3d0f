import { normaliseName } from "~/features/catalog/term-key";
import { AGE_RATING_LABELS, GENRES } from "~/features/catalog/vocabulary";
import {
  parseAgeRating,
  parseAiringStatus,
  parseAnimeType,
  parseSeason,
  parseWeekday,
} from "~/features/catalog/parse-vocabulary";

type Normalised = string | null | undefined;

const UNKNOWN_VALUES = new Set(["unknown", "none", "n/a", "?"]);

function normalise(parse: (text: string) => string | null, value: string | null): Normalised {
  return value === null || UNKNOWN_VALUES.has(normaliseName(value))
    ? null
    : (parse(value) ?? undefined);
}

export function normaliseType(value: string | null): Normalised {
  return normalise(parseAnimeType, value);
}

export function normaliseStatus(value: string | null): Normalised {
  return normalise(parseAiringStatus, value);
}

/** Accepts any case; `autumn` is Fall. */
export function normaliseSeason(value: string | null): Normalised {
  return normalise(parseSeason, value);
}

/** Accepts any case, singular or plural; other text becomes null. */
export function normaliseWeekday(value: string | null): string | null {
  return normalise(parseWeekday, value) ?? null;
}

/**
 * Accepts the code or the label in any case. Parental control reads the stored label, so unknown
 * ones are rejected.
 */
export function normaliseRating(value: string | null): Normalised {
  return normalise((text) => {
    const rating = parseAgeRating(text);
    return rating === null ? null : AGE_RATING_LABELS[rating];
  }, value);
}

const UNLISTED_GENRE = "Hentai";
const GENRES_BY_NAME = new Map(
  [...GENRES, UNLISTED_GENRE].map((genre) => [normaliseName(genre), genre]),
);

/** Parental control relies on the catalog's spelling; unknown genres are unchanged. */
export function normaliseGenre(value: string): string {
  return GENRES_BY_NAME.get(normaliseName(value)) ?? value;
}

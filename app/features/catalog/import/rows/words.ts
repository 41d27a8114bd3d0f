import { normaliseName } from "~/features/catalog/term-key";

/** The types of specification 2.7. */
export const ANIME_TYPES = ["TV", "Movie", "OVA", "ONA", "Special", "Music", "CM", "PV", "TV Special"] as const;
/** The airing states of specification 2.7. */
export const AIRING_STATES = ["Finished Airing", "Currently Airing", "Not yet aired"] as const;
/** The age labels as the catalog stores them; their first word is the code. */
export const RATINGS = [
  "G - All Ages",
  "PG - Children",
  "PG-13 - Teens 13 or older",
  "R - 17+ (violence & profanity)",
  "R+ - Mild Nudity",
  "Rx - Hentai",
] as const;
/** The seasons of specification 2.7, in the order of the year. */
export const SEASONS = ["Winter", "Spring", "Summer", "Fall"] as const;
/** The weekdays of specification 2.7. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const GENRES = [
  ...["Action", "Adventure", "Avant Garde", "Award Winning", "Boys Love", "Comedy", "Drama", "Ecchi", "Erotica", "Fantasy", "Girls Love"],
  ...["Gourmet", "Hentai", "Horror", "Mystery", "Romance", "Sci-Fi", "Slice of Life", "Sports", "Supernatural", "Suspense"],
];

/** Sources write one of these where they mean that they do not know. */
const UNKNOWN = new Set(["unknown", "none", "n/a", "?"]);

type Words = ReadonlyMap<string, string>;

function spelling(words: readonly string[], aliases: Record<string, string> = {}): Words {
  return new Map([...words.map((word): [string, string] => [normaliseName(word), word]), ...Object.entries(aliases)]);
}

const TYPES = spelling(ANIME_TYPES);
const STATES = spelling(AIRING_STATES);
const SEASON_WORDS = spelling(SEASONS, { autumn: "Fall" });
const WEEKDAY_WORDS = spelling(WEEKDAYS, Object.fromEntries(WEEKDAYS.map((day) => [`${day.toLowerCase()}s`, day])));
const RATING_WORDS = spelling(RATINGS, Object.fromEntries(RATINGS.map((rating) => [ratingCode(rating), rating])));
const GENRE_WORDS = spelling(GENRES);

/** The word as the catalog spells it; `null` where the source knows none, `undefined` where the word is not one of ours. */
type Spelled = string | null | undefined;

function spelled(words: Words, value: string | null): Spelled {
  if (value === null) return null;
  const word = normaliseName(value);
  return UNKNOWN.has(word) ? null : words.get(word);
}

/** A type in any casing. */
export function spellType(value: string | null): Spelled {
  return spelled(TYPES, value);
}

/** An airing state in any casing. */
export function spellStatus(value: string | null): Spelled {
  return spelled(STATES, value);
}

/** A season in any casing; `autumn` is Fall. */
export function spellSeason(value: string | null): Spelled {
  return spelled(SEASON_WORDS, value);
}

/** A weekday in any casing, singular or plural; what is no weekday (`Not scheduled once per week`) counts as unknown. */
export function spellWeekday(value: string | null): string | null {
  return spelled(WEEKDAY_WORDS, value) ?? null;
}

/**
 * An age label by its code or its long form, in any casing. Parental control reads the stored label, so one that is not
 * recognised must be refused rather than stored as it came.
 */
export function spellRating(value: string | null): Spelled {
  const rating = spelled(RATING_WORDS, value);
  return rating === undefined && value !== null ? RATING_WORDS.get(ratingCode(value)) : rating;
}

function ratingCode(label: string): string {
  return normaliseName(label.split(" - ", 1)[0] ?? "");
}

/** A genre in the catalog's spelling where it is one of the known ones (parental control reads two of them), else as it came. */
export function spellGenre(value: string): string {
  return GENRE_WORDS.get(normaliseName(value)) ?? value;
}

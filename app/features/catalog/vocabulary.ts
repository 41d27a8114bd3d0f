/** The closed sets of specification 2.7 that titles are filtered by, as they are stored and answered. */
export const ANIME_TYPES = [
  "TV",
  "Movie",
  "OVA",
  "ONA",
  "Special",
  "Music",
  "CM",
  "PV",
  "TV Special",
] as const;
export type AnimeType = (typeof ANIME_TYPES)[number];

export const AIRING_STATUSES = ["Finished Airing", "Currently Airing", "Not yet aired"] as const;
export type AiringStatus = (typeof AIRING_STATUSES)[number];

export const SEASONS = ["Winter", "Spring", "Summer", "Fall"] as const;
export type Season = (typeof SEASONS)[number];

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Age ratings by the code that starts their label. */
export const AGE_RATINGS = ["g", "pg", "pg-13", "r", "r+", "rx"] as const;
export type AgeRating = (typeof AGE_RATINGS)[number];

/** The labels that `rating` carries. */
export const AGE_RATING_LABELS: Record<AgeRating, string> = {
  g: "G - All Ages",
  pg: "PG - Children",
  "pg-13": "PG-13 - Teens 13 or older",
  r: "R - 17+ (violence & profanity)",
  "r+": "R+ - Mild Nudity",
  rx: "Rx - Hentai",
};

/** Genres that the filters offer (2.7). A catalog may hold others; a filter by any name is allowed. */
export const GENRES = [
  "Action",
  "Adventure",
  "Avant Garde",
  "Award Winning",
  "Boys Love",
  "Comedy",
  "Drama",
  "Ecchi",
  "Erotica",
  "Fantasy",
  "Girls Love",
  "Gourmet",
  "Horror",
  "Mystery",
  "Romance",
  "Sci-Fi",
  "Slice of Life",
  "Sports",
  "Supernatural",
  "Suspense",
] as const;

/** Orders of the listing: those of 4.10 (`score` and `title` descend), and popularity, newest and relevance. */
export const LISTING_ORDERS = [
  "score",
  "score_asc",
  "title",
  "title_asc",
  "popularity",
  "newest",
  "relevance",
] as const;
export type ListingOrder = (typeof LISTING_ORDERS)[number];

/** A reader of one closed set: the member that a text means, or null. */
export type Reader<Member> = (text: string) => Member | null;

const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "");

/** Members are found by any casing and with space, `_` and `-` alike, or by one of the other words given for them. */
export function readerOf<Member extends string>(
  members: readonly Member[],
  others: Record<string, Member> = {},
): Reader<Member> {
  const known = new Map<string, Member>([
    ...members.map((member) => [letters(member), member] as const),
    ...Object.entries(others),
  ]);
  return (text) => known.get(letters(text)) ?? null;
}

export const readAnimeType = readerOf(ANIME_TYPES);
export const readAiringStatus = readerOf(AIRING_STATUSES);
export const readSeason = readerOf(SEASONS, { autumn: "Fall" });
export const readWeekday = readerOf(
  WEEKDAYS,
  Object.fromEntries(WEEKDAYS.map((day) => [`${day.toLowerCase()}s`, day])),
);
export const readListingOrder = readerOf(LISTING_ORDERS, {
  scoredesc: "score",
  titledesc: "title",
});

const RATING_WORDS = new Map<string, AgeRating>([
  ...AGE_RATINGS.flatMap((code) => {
    const label = AGE_RATING_LABELS[code];
    const words = [label, label.slice(label.indexOf(" - ") + 3)];
    return words.map((word) => [bare(word), code] as const);
  }),
  ["g", "g"],
  ["pg", "pg"],
  ["pg13", "pg-13"],
  ["r", "r"],
  ["r17", "r"],
  ["rplus", "r+"],
  ["rx", "rx"],
]);

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/**
 * An age rating by its code or its long label, in any casing. An unencoded `+` arrives as a space, so `r ` means `r+`;
 * surrounding space therefore has to reach this function.
 */
export function readAgeRating(text: string): AgeRating | null {
  if (/^\s*r[+\s]+$/i.test(text)) return "r+";
  return RATING_WORDS.get(bare(text)) ?? null;
}

const BOOLEANS = new Map([
  ...["true", "1", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off"].map((word) => [word, false] as const),
]);

/** `true/false`, `1/0`, `yes/no` and `on/off` in any casing; null for anything else. */
export function readBoolean(text: string): boolean | null {
  return BOOLEANS.get(text.trim().toLowerCase()) ?? null;
}

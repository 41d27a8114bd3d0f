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

export const AGE_RATINGS = ["g", "pg", "pg-13", "r", "r+", "rx"] as const;
export type AgeRating = (typeof AGE_RATINGS)[number];

export const AGE_RATING_LABELS: Record<AgeRating, string> = {
  g: "G - All Ages",
  pg: "PG - Children",
  "pg-13": "PG-13 - Teens 13 or older",
  r: "R - 17+ (violence & profanity)",
  "r+": "R+ - Mild Nudity",
  rx: "Rx - Hentai",
};

/** Choices of the filters (2.7), which take other names too. */
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

/** Those of 4.10, and three more. */
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

export type ChoiceParser<Member> = (text: string) => Member | null;

const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "");

/** In any casing; space, `_` and `-` are alike. */
export function createChoiceParser<Member extends string>(
  members: readonly Member[],
  others: Record<string, Member> = {},
): ChoiceParser<Member> {
  const known = new Map<string, Member>([
    ...members.map((member) => [letters(member), member] as const),
    ...Object.entries(others),
  ]);
  return (text) => known.get(letters(text)) ?? null;
}

export const parseAnimeType = createChoiceParser(ANIME_TYPES);
export const parseAiringStatus = createChoiceParser(AIRING_STATUSES);
export const parseSeason = createChoiceParser(SEASONS, { autumn: "Fall" });
export const parseWeekday = createChoiceParser(
  WEEKDAYS,
  Object.fromEntries(WEEKDAYS.map((day) => [`${day.toLowerCase()}s`, day])),
);
export const parseListingOrder = createChoiceParser(LISTING_ORDERS, {
  scoredesc: "score",
  titledesc: "title",
});

const RATINGS_BY_NAME = new Map<string, AgeRating>([
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

/** A code or label. An unencoded `+` arrives as a space: pass the text untrimmed. */
export function parseAgeRating(text: string): AgeRating | null {
  if (/^\s*r[+\s]+$/i.test(text)) return "r+";
  return RATINGS_BY_NAME.get(bare(text)) ?? null;
}

const BOOLEANS = new Map([
  ...["true", "1", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off"].map((word) => [word, false] as const),
]);

/** `true/false`, `1/0`, `yes/no`, `on/off`. */
export function parseBoolean(text: string): boolean | null {
  return BOOLEANS.get(text.trim().toLowerCase()) ?? null;
}

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

/** All but music videos, commercials and promos. */
export const STORY_TYPES = [
  "TV",
  "Movie",
  "OVA",
  "ONA",
  "Special",
  "TV Special",
] as const satisfies readonly AnimeType[];

/** Types that are broadcast weekly. */
export const SERIES_TYPES = ["TV", "ONA"] as const satisfies readonly AnimeType[];

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

/** A genre of the catalog that says nothing about a title's contents. */
export const HONOUR = "Award Winning";

/** The orders of version 4.10, and three more. */
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

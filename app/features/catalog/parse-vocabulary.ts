import {
  ANIME_TYPES,
  AIRING_STATUSES,
  SEASONS,
  WEEKDAYS,
  AGE_RATINGS,
  type AgeRating,
  AGE_RATING_LABELS,
  LISTING_ORDERS,
} from "./vocabulary";

export type ChoiceParser<Member> = (text: string) => Member | null;

const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "");

/**
 * Creates a parser that ignores case and takes space, `_` and `-` for the same. It has no side
 * effects, so that browsers load only the parsers that their pages use.
 * @__NO_SIDE_EFFECTS__
 */
export function createChoiceParser<Member extends string>(
  members: readonly Member[],
  others: Record<string, Member> = {},
): ChoiceParser<Member> {
  const byLetters = new Map<string, Member>([
    ...members.map((member) => [letters(member), member] as const),
    ...Object.entries(others),
  ]);
  return (text) => byLetters.get(letters(text)) ?? null;
}

export const parseAnimeType = createChoiceParser(ANIME_TYPES);
export const parseAiringStatus = createChoiceParser(AIRING_STATUSES);
export const parseSeason = createChoiceParser(SEASONS, { autumn: "Fall" });
export const parseWeekday = createChoiceParser(WEEKDAYS, {
  mondays: "Monday",
  tuesdays: "Tuesday",
  wednesdays: "Wednesday",
  thursdays: "Thursday",
  fridays: "Friday",
  saturdays: "Saturday",
  sundays: "Sunday",
});
export const parseListingOrder = createChoiceParser(LISTING_ORDERS, {
  scoredesc: "score",
  titledesc: "title",
});

const RATINGS_BY_NAME = /* @__PURE__ */ ratingsByName();

function ratingsByName(): ReadonlyMap<string, AgeRating> {
  return new Map<string, AgeRating>([
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
}

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

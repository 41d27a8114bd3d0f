import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { AGE_RATING_LABELS, type AgeRating } from "~/features/catalog/vocabulary";
import type { Words } from "~/language/words";

/** A filter of a query in words, and the query without it. */
export interface AppliedFilter {
  /** The part of the query that it belongs to. */
  field: keyof ListingQuery;
  label: string;
  without: ListingQuery;
}

/** Turns a normalised name back into the catalog's spelling. */
export type NameSpeller = (normalised: string) => string;

type ListField =
  | "genres"
  | "excludedGenres"
  | "themes"
  | "studios"
  | "producers"
  | "sources"
  | "types"
  | "statuses"
  | "ratings"
  | "seasons"
  | "weekdays"
  | "years";
type SingleField =
  | "search"
  | "yearMin"
  | "yearMax"
  | "scoreMin"
  | "scoreMax"
  | "episodesMin"
  | "episodesMax"
  | "withBanner";

const LIST_WORDS: readonly (readonly [
  ListField,
  (value: string, spell: NameSpeller, words: Words) => string,
])[] = [
  ["genres", (name, spell, { label }) => label("genre", spell(name))],
  [
    "excludedGenres",
    (name, spell, { t, label }) => t("applied.not", { name: label("genre", spell(name)) }),
  ],
  ["themes", (name, spell, { label }) => label("theme", spell(name))],
  ["studios", (name, spell, { t }) => t("applied.studio", { name: spell(name) })],
  ["producers", (name, spell, { t }) => t("applied.producer", { name: spell(name) })],
  [
    "sources",
    (name, spell, { t, label }) => t("applied.source", { name: sourceName(spell(name), label) }),
  ],
  ["types", (type, _spell, { label }) => label("type", type)],
  ["statuses", (status, _spell, { label }) => label("status", status)],
  ["seasons", (season, _spell, { label }) => label("season", season)],
  ["years", (year) => year],
  [
    "ratings",
    (code, _spell, { t }) =>
      t("applied.rated", { code: AGE_RATING_LABELS[code as AgeRating].split(" - ")[0] ?? code }),
  ],
  ["weekdays", (day, _spell, { label }) => label("weekdays", day)],
];

const SINGLE_WORDS: readonly (readonly [SingleField, (value: string, words: Words) => string])[] = [
  ["search", (text, { t }) => t("browse.quoted", { text })],
  ["yearMin", (year, { t }) => t("applied.yearMin", { year })],
  ["yearMax", (year, { t }) => t("applied.yearMax", { year })],
  ["scoreMin", (score, { t, number }) => t("applied.scoreMin", { score: number(Number(score)) })],
  ["scoreMax", (score, { t, number }) => t("applied.scoreMax", { score: number(Number(score)) })],
  ["episodesMin", (count, { t }) => t("applied.episodesMin", { count })],
  ["episodesMax", (count, { t }) => t("applied.episodesMax", { count })],
  ["withBanner", (_value, { t }) => t("applied.banner")],
];

/** The way without one value names all others, so that ways for very many of them would make a page of megabytes out of a short address. */
const MOST_VALUES = 40;

/** Every filter of a query in the order of the form: one for each value, or, for more than 40 values in all, one for each list of values. */
export function appliedFilters(
  query: ListingQuery,
  spell: NameSpeller,
  words: Words,
): AppliedFilter[] {
  const singles = SINGLE_WORDS.flatMap(([field, word]): AppliedFilter[] => {
    const value = query[field];
    return value === null || value === false
      ? []
      : [{ field, label: word(String(value), words), without: withoutField(query, field) }];
  });
  const isCrowded =
    LIST_WORDS.reduce((values, [field]) => values + query[field].length, 0) > MOST_VALUES;
  const lists = LIST_WORDS.flatMap(([field, word]): AppliedFilter[] => {
    const values: readonly (string | number)[] = query[field];
    const [first] = values;
    if (isCrowded && first !== undefined)
      return [
        {
          field,
          label: [
            word(String(first), spell, words),
            ...(values.length > 1 ? [`+${values.length - 1}`] : []),
          ].join(" "),
          without: withoutField(query, field),
        },
      ];
    return values.map((value) => ({
      field,
      label: word(String(value), spell, words),
      without: { ...query, page: 1, [field]: values.filter((other) => other !== value) },
    }));
  });
  return [...singles, ...lists];
}

/** The query with one of its filters lifted, all of its values at once, from the first page. */
export function withoutField(
  query: ListingQuery,
  field: ListField | SingleField | keyof ListingQuery,
): ListingQuery {
  const value = query[field];
  const lifted = {
    ...query,
    page: 1,
    [field]: Array.isArray(value) ? [] : field === "withBanner" ? false : null,
  };
  return field === "search" && query.order === "relevance" ? { ...lifted, order: "score" } : lifted;
}

/** Sources are spelled with one capital: `Light novel`. */
function sourceName(spelled: string, label: Words["label"]): string {
  const stored = spelled.charAt(0) + spelled.slice(1).toLowerCase();
  const known = label("source", stored);
  return known === stored ? spelled : known;
}

/** A speller that knows the given names and capitalises the words of all others. */
export function nameSpeller(
  names: readonly string[],
  normalise: (name: string) => string,
): NameSpeller {
  const known = new Map(names.map((name) => [normalise(name), name]));
  return (normalised) =>
    known.get(normalised) ??
    normalised.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

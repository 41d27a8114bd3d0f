import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { AGE_RATING_LABELS, type AgeRating } from "~/features/catalog/vocabulary";

/** A filter of a query in words, and the query without it. */
export interface AppliedFilter {
  /** The part of the query that it belongs to. */
  field: keyof ListingQuery;
  label: string;
  without: ListingQuery;
}

/** Turns a normalised name back into the catalog's spelling. */
export type NameSpeller = (normalised: string) => string;

type ListField = "genres" | "excludedGenres" | "themes" | "studios" | "producers" | "sources" | "types" | "statuses" | "ratings" | "seasons" | "weekdays" | "years";
type SingleField = "search" | "yearMin" | "yearMax" | "scoreMin" | "scoreMax" | "episodesMin" | "episodesMax" | "withBanner";

const LIST_WORDS: readonly (readonly [ListField, (value: string, spell: NameSpeller) => string])[] = [
  ["genres", (name, spell) => spell(name)],
  ["excludedGenres", (name, spell) => `Not ${spell(name)}`],
  ["themes", (name, spell) => spell(name)],
  ["studios", (name, spell) => `Studio ${spell(name)}`],
  ["producers", (name, spell) => `Producer ${spell(name)}`],
  ["sources", (name, spell) => `From ${spell(name)}`],
  ["types", (type) => type],
  ["statuses", (status) => status],
  ["seasons", (season) => season],
  ["years", (year) => year],
  ["ratings", (code) => `Rated ${AGE_RATING_LABELS[code as AgeRating].split(" - ")[0] ?? code}`],
  ["weekdays", (day) => `${day}s`],
];

const SINGLE_WORDS: readonly (readonly [SingleField, (value: string) => string])[] = [
  ["search", (text) => `“${text}”`],
  ["yearMin", (year) => `${year} or later`],
  ["yearMax", (year) => `${year} or earlier`],
  ["scoreMin", (score) => `Score ${score} or more`],
  ["scoreMax", (score) => `Score ${score} or less`],
  ["episodesMin", (count) => `${count} episodes or more`],
  ["episodesMax", (count) => `${count} episodes or fewer`],
  ["withBanner", () => "With a banner"],
];

/** Every filter of a query, one for each value, in the order of the form. */
export function appliedFilters(query: ListingQuery, spell: NameSpeller): AppliedFilter[] {
  const singles = SINGLE_WORDS.flatMap(([field, words]): AppliedFilter[] => {
    const value = query[field];
    return value === null || value === false ? [] : [{ field, label: words(String(value)), without: withoutField(query, field) }];
  });
  const lists = LIST_WORDS.flatMap(([field, words]) =>
    query[field].map((value): AppliedFilter => ({
      field,
      label: words(String(value), spell),
      without: { ...query, page: 1, [field]: query[field].filter((other) => other !== value) },
    })),
  );
  return [...singles, ...lists];
}

/** The query with one of its filters lifted, all of its values at once, from the first page. */
export function withoutField(query: ListingQuery, field: ListField | SingleField | keyof ListingQuery): ListingQuery {
  const value = query[field];
  const lifted = { ...query, page: 1, [field]: Array.isArray(value) ? [] : field === "withBanner" ? false : null };
  return field === "search" && query.order === "relevance" ? { ...lifted, order: "score" } : lifted;
}

/** A speller that knows the given names and capitalises the words of all others. */
export function nameSpeller(names: readonly string[], normalise: (name: string) => string): NameSpeller {
  const known = new Map(names.map((name) => [normalise(name), name]));
  return (normalised) => known.get(normalised) ?? normalised.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

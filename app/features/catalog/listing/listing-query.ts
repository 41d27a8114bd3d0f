import type {
  AgeRating,
  AiringStatus,
  AnimeType,
  ListingOrder,
  Season,
  Weekday,
} from "~/features/catalog/vocabulary";

/**
 * What a listing asks for, in normal form: two URLs that mean the same give equal queries. Lists are sorted and without
 * repeats; an empty list and a null do not filter. Names are normalised by `normaliseName`. Bounds are inclusive.
 */
export interface ListingQuery {
  search: string | null;
  genres: readonly string[];
  excludedGenres: readonly string[];
  themes: readonly string[];
  studios: readonly string[];
  producers: readonly string[];
  sources: readonly string[];
  types: readonly AnimeType[];
  statuses: readonly AiringStatus[];
  ratings: readonly AgeRating[];
  seasons: readonly Season[];
  weekdays: readonly Weekday[];
  years: readonly number[];
  yearMin: number | null;
  yearMax: number | null;
  scoreMin: number | null;
  scoreMax: number | null;
  episodesMin: number | null;
  episodesMax: number | null;
  withBanner: boolean;
  order: ListingOrder;
  parentalControl: boolean;
  page: number;
  perPage: number;
}

/** Entries on one page: by default, and at most. */
export const DEFAULT_PER_PAGE = 30;
export const MOST_PER_PAGE = 500;

/** The query of a listing without any parameter. */
export const EVERYTHING: ListingQuery = Object.freeze({
  search: null,
  genres: [],
  excludedGenres: [],
  themes: [],
  studios: [],
  producers: [],
  sources: [],
  types: [],
  statuses: [],
  ratings: [],
  seasons: [],
  weekdays: [],
  years: [],
  yearMin: null,
  yearMax: null,
  scoreMin: null,
  scoreMax: null,
  episodesMin: null,
  episodesMax: null,
  withBanner: false,
  order: "score",
  parentalControl: true,
  page: 1,
  perPage: DEFAULT_PER_PAGE,
});

/**
 * The canonical parameters of a query: one order, one spelling, nothing that is the default. `parseListing` reads them back
 * to an equal query, so they serve as link and as cache key alike.
 */
export function listingSearchParams(query: ListingQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  const list = (name: string, values: readonly (string | number)[]): void => {
    if (values.length > 0) parameters.set(name, values.join(","));
  };
  const names = (name: string, values: readonly string[]): void => list(name, values.map(slug));
  const number = (name: string, value: number | null): void => {
    if (value !== null) parameters.set(name, String(value));
  };
  if (query.search !== null) parameters.set("search_query", query.search);
  names("genre_filter", query.genres);
  names("genre_exclude", query.excludedGenres);
  names("theme_filter", query.themes);
  // A comma list of these would be ambiguous: some of their names hold a comma.
  for (const studio of query.studios) parameters.append("studio_filter", slug(studio));
  for (const producer of query.producers) parameters.append("producer_filter", slug(producer));
  names("source_filter", query.sources);
  list("type_filter", query.types);
  list("status_filter", query.statuses);
  list("rating_filter", query.ratings);
  list("season_filter", query.seasons);
  list("aired_day_filter", query.weekdays);
  list("year_filter", query.years);
  number("year_min", query.yearMin);
  number("year_max", query.yearMax);
  number("score_filter", query.scoreMin);
  number("score_max", query.scoreMax);
  number("episodes_min", query.episodesMin);
  number("episodes_max", query.episodesMax);
  if (query.withBanner) parameters.set("banners_filter", "true");
  if (query.order !== (query.search === null ? "score" : "relevance"))
    parameters.set("order_by", query.order);
  if (!query.parentalControl) parameters.set("parental_control", "false");
  if (query.page !== 1) parameters.set("page_number", String(query.page));
  if (query.perPage !== DEFAULT_PER_PAGE) parameters.set("limit_count", String(query.perPage));
  return parameters;
}

/** A name for a URL. One that is all punctuation normalises to nothing; it still filters, to nothing found. */
function slug(name: string): string {
  return name === "" ? "_" : name.replaceAll(" ", "-");
}

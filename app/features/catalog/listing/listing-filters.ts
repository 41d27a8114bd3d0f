import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  MOST_PER_PAGE,
  type ListingQuery,
} from "./listing-query";
import { LARGEST_INTEGER, ParameterReader } from "./parameter-reader";
import { normaliseName } from "~/features/catalog/term-key";
import {
  AGE_RATINGS,
  AIRING_STATUSES,
  ANIME_TYPES,
  LISTING_ORDERS,
  readAgeRating,
  readAiringStatus,
  readAnimeType,
  readBoolean,
  readListingOrder,
  readSeason,
  readWeekday,
  SEASONS,
  WEEKDAYS,
  type ListingOrder,
} from "~/features/catalog/vocabulary";

/**
 * Reads the parameters of specification 4.10 and their additions. Unknown parameters are ignored and empty ones count as absent.
 * Throws `Invalid` that names every parameter it refuses.
 */
export function parseListing(parameters: URLSearchParams): ListingQuery {
  const reader = new ParameterReader(parameters);
  const search = reader.search(["search_query"]);
  const genres = signedNames(reader, "genre_filter");
  const order = readOrder(reader);
  const query: ListingQuery = {
    search,
    genres: genres.wanted,
    excludedGenres: sorted([...genres.unwanted, ...closedNames(reader, "genre_exclude")]),
    themes: closedNames(reader, "theme_filter"),
    studios: openNames(reader, "studio_filter"),
    producers: openNames(reader, "producer_filter"),
    sources: closedNames(reader, "source_filter"),
    types: reader.members("type_filter", readAnimeType, ANIME_TYPES),
    statuses: reader.members("status_filter", readAiringStatus, AIRING_STATUSES),
    ratings: reader.members("rating_filter", readAgeRating, AGE_RATINGS),
    seasons: reader.members("season_filter", readSeason, SEASONS),
    weekdays: reader.members("aired_day_filter", readWeekday, WEEKDAYS),
    years: reader.integers("year_filter"),
    yearMin: least(reader.integers("year_min")),
    yearMax: greatest(reader.integers("year_max")),
    // Values in one filter are OR-ed: of several least scores the lowest decides.
    scoreMin: least([
      ...reader.numbers("score_filter", 0, 10),
      ...reader.numbers("score_min", 0, 10),
    ]),
    scoreMax: greatest(reader.numbers("score_max", 0, 10)),
    episodesMin: least(reader.integers("episodes_min")),
    episodesMax: greatest(reader.integers("episodes_max")),
    withBanner: readBannersOnly(reader),
    order: order === "relevance" && search === null ? "score" : order,
    parentalControl: readParentalControl(parameters),
    page: reader.count(["page_number", "page"], LARGEST_INTEGER, 1),
    perPage: reader.count(["limit_count", "limit"], MOST_PER_PAGE, DEFAULT_PER_PAGE),
  };
  reader.finish();
  return query;
}

/** The filters of a listing alone, for what has neither order nor pages. Throws like `parseListing`. */
export function parseFilters(parameters: URLSearchParams): ListingQuery {
  const filters = new URLSearchParams(parameters);
  for (const name of ["order_by", "page_number", "page", "limit_count", "limit"])
    filters.delete(name);
  return parseListing(filters);
}

/** On unless it reads as false; unreadable is on; of several values and spellings one that is on decides. */
export function readParentalControl(parameters: URLSearchParams): boolean {
  const values = [...parameters.getAll("parental_control"), ...parameters.getAll("parentalControl")]
    .flatMap((value) => value.split(","))
    .filter((value) => value.trim() !== "");
  return values.length === 0 || values.some((value) => readBoolean(value) !== false);
}

/** A search as far as it matters to what is found: casing and width do not. */
export function foldSearch(search: string): string {
  return search.normalize("NFKC").toLowerCase();
}

/** The name of a query's answer: equal for queries that find the same. */
export function listingKey(query: ListingQuery): string {
  return listingSearchParams({
    ...query,
    search: query.search === null ? null : foldSearch(query.search),
  }).toString();
}

/** The first of several orders decides. */
function readOrder(reader: ParameterReader): ListingOrder {
  const orders = reader.pieces("order_by").map((piece) => readListingOrder(piece));
  if (orders.includes(null))
    reader.refuse("order_by", `order_by takes ${LISTING_ORDERS.join(", ")}.`);
  return orders[0] ?? "relevance";
}

/** Several values are OR-ed, so one that does not ask for banners asks for everything. */
function readBannersOnly(reader: ParameterReader): boolean {
  const flags = reader.flags("banners_filter");
  return flags.length > 0 && flags.every((flag) => flag);
}

function closedNames(reader: ParameterReader, name: string): string[] {
  return sorted(reader.pieces(name).map(normaliseName));
}

/** A leading `-` excludes: `genre_filter=action,-horror`. */
function signedNames(
  reader: ParameterReader,
  name: string,
): { wanted: string[]; unwanted: string[] } {
  const pieces = reader.pieces(name);
  const excludes = (piece: string): boolean => piece.trimStart().startsWith("-");
  return {
    wanted: sorted(pieces.filter((piece) => !excludes(piece)).map(normaliseName)),
    unwanted: pieces
      .filter(excludes)
      .map(normaliseName)
      .filter((unwanted) => unwanted !== ""),
  };
}

/**
 * Names of companies may hold a comma ("TEM Co., Ltd."), so neighbouring pieces of a comma list also count joined. A part
 * that is no company's name matches nothing and does no harm.
 */
function openNames(reader: ParameterReader, name: string): string[] {
  const candidates = reader.values(name).flatMap((value) => {
    const pieces = value.split(",").filter((piece) => piece.trim() !== "");
    return [...pieces, ...pieces.slice(1).map((piece, index) => `${pieces[index] ?? ""},${piece}`)];
  });
  return sorted(candidates.map(normaliseName));
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function least(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}
